let loaded: Promise<typeof import('@peculiar/x509')> | undefined;

/**
 * The X.509 library, loaded on first use: it takes about 160 ms (.github/CONTRIBUTING.md "What things cost"),
 * which only a request with a certificate in it has to pay.
 */
export function loadX509(): Promise<typeof import('@peculiar/x509')> {
  loaded ??= load();
  return loaded;
}

async function load() {
  // Its dependency injection reads metadata that this module puts on Reflect, so the order matters.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
