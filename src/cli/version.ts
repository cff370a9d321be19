import { version } from '../../package.json';

export { version };

/** How requests introduce themselves. */
export const userAgent = `tunnelctl/${version} node/${process.versions.node}`;
