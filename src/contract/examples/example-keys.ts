/** Public halves of keys that nobody holds: what examples and the demo account show. */
export const exampleKeys = {
  ed25519: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAPpjdA/U47AlEAaBb5bB0TZTSInoYZlfDB/997JHNvn alice@laptop',
  ecdsa:
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBIzA7K1tHJtjnvPD5q09+3h55/h5+DiXxOo5iR+CUbDwIRmniDDknQbF1XCNwHgPSuulXMwGdR21zcM9/yJAorc= bastion',
} as const;

/** A certificate signing request of a key that nobody holds. */
export const exampleCertificateRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHMMHUCAQAwEzERMA8GA1UEAwwIb3BlcmF0b3IwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQN07kAbb8cAsjtX3UcKPPfFu6tbreu5rFzH2FtRUXX3d4JzM94iST5
M4WOi6u9ws+wv+RIKICnj799vzt9csSEoAAwCgYIKoZIzj0EAwIDRwAwRAIgQtEX
TmoNNJtDWwnrf0CC44fa/UVLl0EXvAhoA/5GTywCIDIKairusUagUjun/LZeWc3L
JYSAjGCwWbgtxBgS8yZm
-----END CERTIFICATE REQUEST-----
`;
