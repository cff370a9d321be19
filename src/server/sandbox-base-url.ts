/** In process there is no socket; names under .localhost never leave the machine (RFC 6761). */
export const sandboxBaseUrl = 'http://sandbox.localhost';
