import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

const executablePath = '/usr/bin/chromium';

/** Whether this machine has the browser that Debian packages (`chromium`). */
export const hasChromium = isExecutable(executablePath);

/** Starts a real Chromium, headless; it ends with the test. */
export async function openBrowser(...flags: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });
  onTestFinished(() => browser.close());
  return browser;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
