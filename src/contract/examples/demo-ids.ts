/**
 * Ids of the built-in `demo` account, newest last within a kind. They stand here because the examples of every
 * operation name them: what `--help` and the OpenAPI document show runs as it is against `--seed demo`.
 */
export const demoIds = {
  account: {
    account: 'ac_3KHTkB6oJg5NIowPiOVzSJsUDmq',
  },
  users: {
    admin: 'usr_3KILK4FSElfc45E5Alu6INVg8rV',
    developer: 'usr_3KJCtxO69rFJtfBXM59RPJ4zibh',
  },
  bots: {
    ci: 'bot_3KK4TqWk4woF0RycwKb4et5aMmb',
    deploy: 'bot_3KKw3jfO02MzyM8swOceRcETaT4',
  },
  apiKeys: {
    admin: 'ak_3KLndco1v7wfR1f9HUhHV3GUmjD',
    ci: 'ak_3KMfDVwfqDWeeSud2T6xTYMQfYQ',
  },
  ipPolicies: {
    office: 'ipp_3KNWnP5JlJ6VIjamGnJQhkfdHEQ',
    vpn: 'ipp_3KOONIDxgOg7wygHZFr74QTImAK',
  },
  tcpEdges: {
    database: 'edgtcp_3KPFxBMbbUFBcZmCTqXW6T4KlnA',
    mail: 'edgtcp_3KQ7X4VFWZolQKEGjhHUAvCaSn8',
  },
  tlsEdges: {
    broker: 'edgtls_3KQz6xdtRfO1GThyT7Loe2IVMn6',
    registry: 'edgtls_3KRqgqmXMkwjVBDf4oDnmtiHSCb',
  },
  httpsEdges: {
    shop: 'edghts_3KSiGjvBHqWDQNWCiT63KSUK9ZA',
    docs: 'edghts_3KTZqd3pCw6CuTZFCsY1OEZL2m5',
  },
  httpsEdgeRoutes: {
    shopRoot: 'edghtsrt_3KURQWCT81gKm8D7p5QfZoBYSlA',
    shopApi: 'edghtsrt_3KVJ0PL737FQzezXQwpvakyVFTR',
    docsRoot: 'edghtsrt_3KWAaITkyCpkBggLUQaXFXT3SYf',
  },
  reservedDomains: {
    app: 'rd_3KX2ABcOtIOxgmO47qEbKoUxbIS',
    api: 'rd_3KXtk4l2oNxWLT6PrThI4X3wKoR',
    orders: 'rd_3KXxQPgJh6IehQcB4ZXwwITlhz3',
    payments: 'rd_3KY16kbaZodsWPusLk0caJVgIYc',
    shop: 'rd_3KY4n5WrSX066XfHonDcDm1yZOl',
    docs: 'rd_3KY8TQS8LFLYxaoByiKqqaCJyKZ',
    broker: 'rd_3KYC9lNPDxhBUedWbm0Zpp0DgV5',
    registry: 'rd_3KYFq6Ig6g1KFvUdPf4WrN6OY4h',
    preview: 'rd_3KYJWRDwzONBrJiMubb5n7qe7Qz',
    mobile: 'rd_3KYNCm9Ds6iXaMtmiD0FLlB1r44',
    demo: 'rd_3KYQt74Ukp3CTkjcxG9gLyS2U5J',
  },
  tcpAddresses: {
    database: 'ra_3KYlJxtgjTXdE4HSB2sZmnJ5V2x',
    mail: 'ra_3KZctr2KeZ649jxUpGMOCZX4gmm',
    desktop: 'ra_3KZgaBxbXHRanx4JbgTW0uPsWjn',
  },
  credentials: {
    laptop: 'cr_3KaUTkAyZefdKG7LwgCYxYX8QeZ',
    fleet: 'cr_3KbM3dJcUkFYib85dQh5uH70d2c',
  },
  sshCertificateAuthorities: {
    users: 'sshca_3KcDdWSGPppJvyonQNtaREDYVma',
    hosts: 'sshca_3Kd5DPauKvPZadcBjmPnBk61tXZ',
  },
  eventSubscriptions: {
    audit: 'esb_3KdwnIjYG0xgu69eYsVMtAqH2jF',
    traffic: 'esb_3KeoNBsCB6YOB8ynRxSxaN3ZKTk',
  },
  applicationUsers: {
    alice: 'usr_3Kffx50q6C7fcByQtWl9SyKvjzw',
    bob: 'usr_3KgXWy9U1HglxHS8sbt5D8nylIv',
  },
  kubernetesOperators: {
    production: 'k8sop_3KhP6rI7wNGxsxQuYgt58tKtTgl',
    staging: 'k8sop_3KiGgkQlrSpHkTGnn1IiFw7Hedj',
  },
  endpoints: {
    app: 'ep_3Kj8GdZPmYOuO9AwQ5PLheu44Ew',
    api: 'ep_3KjzqWi3hdyuA5u0yYEFS7okGXi',
    orders: 'ep_3Kk3WrdKaMJs6DjuPza1OACP080',
    payments: 'ep_3Kk7DCYbT4fWqhJZc753Dmw7749',
  },
  edgeEndpoints: {
    shop: 'ep_3KkrQPqhcjYqe8fnm9hczloRqPL',
    database: 'ep_3Klj0IzLXp6qfkMTOI1R4wnIuJi',
    mail: 'ep_3KlmgducQXTdWYYf6AHI9muKi7U',
    broker: 'ep_3KlqMyptJFnhvQeacitEExn5Cvd',
    registry: 'ep_3Klu3JlABy8npHbcUgbApPzw2bA',
    docs: 'ep_3KlxjegR4gVEQBKvx8b1fCknc0Q',
  },
  sshCredentials: {
    laptop: 'sshcr_3KmaaC7zSugmqlge9O9ZMKXvcCW',
    builder: 'sshcr_3KnSA5GdO0GHhR7pGmh7MzVkgsy',
  },
  sshUserCertificates: {
    alice: 'sucrt_3KoJjyPHJ5pH2MzxOqSvnEpLl7Z',
    deploy: 'sucrt_3KpBJrXvEBPtE7x5YghJbP7HT89',
  },
  sshHostCertificates: {
    bastion: 'shcrt_3Kq2tkgZ9GzdUwJhaOwH8WRhxAn',
    build: 'shcrt_3KquTdpD4MY22hdKsNp0Qj7p90C',
  },
  abuseReports: {
    phishing: 'abrp_3Krm3WxqzS8d5LAtSeyp2AEHVWb',
    malware: 'abrp_3KsddQ6UuXgz5PTonMDGvwVIGj0',
  },
  eventDestinations: {
    logs: 'ed_3KtVDJF8pdGQwCboy0vIUOxuT0U',
    metrics: 'ed_3KuMnCNmkiq8BdNAgupSc9djMZ9',
  },
  tunnelSessions: {
    linux: 'ts_3KvEN5WQfoQCEJCIj7GTbbOGmhj',
    macos: 'ts_3Kw5wyf4atyqXbC6PttlXWYVzG5',
    windows: 'ts_3KwxWrniVzZgUAxsg1HcF1xYIaa',
    ssh: 'ts_3Kxp6kwMR58y28cy1P4QvwHFh9U',
  },
  tunnels: {
    linuxWeb: 'tn_3Kygge50MAi7FeS29JuqjIlsxqp',
    linuxLabels: 'tn_3KzYGXDeHGHNDcK2XAUAPizYAfN',
    macosWeb: 'tn_3L0PqQMICLq4V0eS3Bnxwb8PLF6',
    windowsTcp: 'tn_3L1HQJUw7RQjgo0Y4W8dj94cfG7',
    sshWeb: 'tn_3L290Cda2X0EmbPha8CQ71pkb9X',
  },
  agentEndpoints: {
    linuxWeb: 'ep_3L30a5mDxcYWTbwUdGkwgZvb0MO',
    macosWeb: 'ep_3L3s9yursi8ki2gDh13yvUsNeRL',
    windowsTcp: 'ep_3L4jjs3Vnnhn7luUhLauudZ6wzx',
    sshWeb: 'ep_3L5bJlC9itI494ZF5SVWedxnDiG',
  },
} as const;
