/** What the page consists of before its script fills it. */
export const markup = `
<a class="skip" href="#content">Skip to the content</a>
<header>
  <div class="bar">
    <div class="brand">
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">
        <path d="M3 19v-5a9 9 0 0 1 18 0v5"/><path d="M8 19v-5a4 4 0 0 1 8 0v5"/>
      </svg>
      <h1>tunnelctl <small id="place"></small></h1>
    </div>
    <nav class="tabs" aria-label="Views" id="tabs" hidden>
      <a href="#/resources">Resources</a>
      <a href="#/events">Events</a>
      <a href="#/requests">Requests</a>
      <a href="#/reference">API reference</a>
    </nav>
    <div class="side" id="side" hidden>
      <span role="status" id="status"></span>
      <button type="button" id="leave">Forget the key</button>
    </div>
  </div>
</header>
<main id="content" tabindex="-1">
  <noscript><p class="note">This page needs JavaScript. The command line shows the same: <code>tunnelctl --help</code></p></noscript>
</main>
`;
