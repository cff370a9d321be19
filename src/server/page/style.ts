/** The style of the page: two themes by what the browser prefers, and one column where the window is narrow. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #fff; --ink: #1a2230; --soft: #566074; --line: #dfe3ea; --hover: #f0f3f8;
  --accent: #0b6e75; --accent-ink: #fff; --accent-soft: #e0f1f1;
  --good: #17703d; --good-soft: #e0f3e7; --warn: #8a5200; --warn-soft: #fdf0d8; --bad: #b3261e; --bad-soft: #fce6e4;
  --blue: #1d5fb8; --blue-soft: #e4eefb; --violet: #6b3fa0; --violet-soft: #f0e8fa;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10141b; --card: #181e27; --ink: #e6eaf1; --soft: #9aa5b8; --line: #2a3340; --hover: #202834;
    --accent: #5ac8c8; --accent-ink: #08201f; --accent-soft: #15343a;
    --good: #6fd394; --good-soft: #14301f; --warn: #f0bd62; --warn-soft: #38290f; --bad: #ff9a90; --bad-soft: #3d1a18;
    --blue: #8fbcff; --blue-soft: #17283f; --violet: #c9a5f5; --violet-soft: #2b1f3d;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
a { color: var(--accent); }
h1, h2, h3 { margin: 0; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
h1 { font-size: 1rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1rem; }
p { margin: 0; }
code, pre, .mono { font-family: var(--mono); font-size: 0.86em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 9; background: var(--card); padding: 0.4rem 0.8rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

header { position: sticky; top: 0; z-index: 5; background: var(--card); border-bottom: 1px solid var(--line); }
.bar { max-width: 84rem; margin: 0 auto; padding: 0 1.25rem; display: flex; align-items: center; gap: 0.5rem 1.5rem; flex-wrap: wrap; }
.brand { display: flex; align-items: center; gap: 0.6rem; padding: 0.8rem 0; }
.brand svg { width: 1.5rem; height: 1.5rem; color: var(--accent); }
.brand small { color: var(--soft); font-weight: 450; font-size: 0.85rem; }
.tabs { display: flex; gap: 0.25rem; align-self: stretch; }
.tabs a { display: flex; align-items: center; padding: 0 0.75rem; min-height: 3rem; color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.side { margin-left: auto; display: flex; align-items: center; gap: 0.9rem; color: var(--soft); font-size: 0.87rem; }
.dot { display: inline-block; width: 0.55rem; height: 0.55rem; border-radius: 50%; background: var(--soft); margin-right: 0.4rem; }
.dot.on { background: var(--good); } .dot.off { background: var(--bad); }

button, .button { font: inherit; font-size: 0.87rem; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 0.32rem 0.75rem; cursor: pointer; }
button:hover:not(:disabled) { background: var(--hover); }
button:disabled { color: var(--soft); cursor: default; opacity: 0.6; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
button.main:hover { background: var(--accent); filter: brightness(1.07); }
button.link { border: 0; background: none; padding: 0; color: var(--accent); text-align: left; font-family: var(--mono); font-size: 0.86em; overflow-wrap: anywhere; }
@media (min-width: 54rem) { tr.row button.link { overflow-wrap: normal; } td .id { white-space: nowrap; } }
button.link:hover { text-decoration: underline; background: none; }
input { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 0.45rem 0.7rem; width: 100%; }

main { max-width: 84rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
main:focus { outline: none; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.head { display: flex; align-items: flex-start; gap: 0.5rem 1rem; flex-wrap: wrap; padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); }
.head p { color: var(--soft); font-size: 0.9rem; }
.head .tools { margin-left: auto; display: flex; gap: 0.5rem; align-items: center; }
.note { padding: 2.5rem 1.25rem; color: var(--soft); text-align: center; }
.note.bad { color: var(--bad); }

.welcome { max-width: 33rem; margin: 8vh auto 0; padding: 2rem; display: grid; gap: 1rem; }
.welcome p { color: var(--soft); }
.welcome label { font-weight: 600; font-size: 0.9rem; display: grid; gap: 0.35rem; }
.welcome .error { color: var(--bad); }
.welcome code { white-space: nowrap; background: var(--hover); padding: 0.1rem 0.35rem; border-radius: 5px; }

.split { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1.25rem; align-items: start; }
.kinds { list-style: none; margin: 0; padding: 0.4rem; position: sticky; top: 4.2rem; }
.kinds a { display: flex; justify-content: space-between; gap: 0.75rem; padding: 0.42rem 0.7rem; border-radius: 8px; color: var(--ink); text-decoration: none; font-size: 0.92rem; }
.kinds a:hover { background: var(--hover); }
.kinds a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.count { color: var(--soft); font-variant-numeric: tabular-nums; }
.kinds a[aria-current] .count { color: inherit; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th { text-align: left; font-weight: 600; font-size: 0.76rem; color: var(--soft); white-space: nowrap; }
th, td { padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child { padding-left: 1.25rem; }
th:last-child, td:last-child { padding-right: 1.25rem; }
tbody tr:last-child td { border-bottom: 0; }
tbody tr.row:hover { background: var(--hover); }
td { overflow-wrap: anywhere; }
td.tight { white-space: nowrap; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
td .dim { color: var(--soft); }
tr.detail td { padding: 0; background: var(--ground); }
pre { margin: 0; padding: 1rem 1.25rem; max-height: 28rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; }
pre .k { color: var(--blue); } pre .s { color: var(--good); } pre .n { color: var(--violet); }
.foot { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: 0.7rem 1.25rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.87rem; }
.foot div { display: flex; gap: 0.5rem; }

.tag { display: inline-block; padding: 0.05rem 0.5rem; border-radius: 6px; font-family: var(--mono); font-size: 0.8rem; background: var(--hover); color: var(--soft); white-space: nowrap; }
.tag.good { background: var(--good-soft); color: var(--good); } .tag.warn { background: var(--warn-soft); color: var(--warn); }
.tag.bad { background: var(--bad-soft); color: var(--bad); } .tag.blue { background: var(--blue-soft); color: var(--blue); }
.tag.violet { background: var(--violet-soft); color: var(--violet); }
@media (prefers-reduced-motion: no-preference) { tr.fresh { animation: fresh 1.6s ease-out; } }
@keyframes fresh { from { background: var(--accent-soft); } }

.reference { display: grid; gap: 1.25rem; }
.reference section > .head p { flex-basis: 100%; }
details { border-bottom: 1px solid var(--line); }
details:last-child { border-bottom: 0; }
summary { display: grid; grid-template-columns: 4.6rem minmax(0, 1.2fr) minmax(0, 1fr); gap: 0.75rem; align-items: baseline; padding: 0.6rem 1.25rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--hover); }
summary .mono { overflow-wrap: anywhere; }
summary .sum { color: var(--soft); font-size: 0.9rem; }
summary .tag { text-align: center; }
.op { padding: 0.3rem 1.25rem 1.25rem; display: grid; gap: 0.9rem; }
.op h4 { margin: 0.3rem 0 0; font-size: 0.85rem; color: var(--soft); font-weight: 600; }
.op dl { margin: 0; display: grid; grid-template-columns: minmax(9rem, 18rem) minmax(0, 1fr); gap: 0.35rem 1.25rem; }
.op dt { font-family: var(--mono); font-size: 0.85rem; }
.op dt .dim { color: var(--soft); } .op dt b { color: var(--warn); font-weight: 500; }
.op dd { margin: 0; color: var(--soft); font-size: 0.9rem; white-space: pre-line; }
.op dl dl { margin: 0.4rem 0 0.2rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.op p code { background: var(--hover); padding: 0.2rem 0.5rem; border-radius: 6px; }
.op pre { border-radius: 8px; background: var(--ground); border: 1px solid var(--line); }
.find { max-width: 22rem; }

@media (max-width: 54rem) {
  .bar { padding: 0 1rem; gap: 0 1rem; }
  .tabs { order: 3; flex-basis: 100%; overflow-x: auto; margin: 0 -0.5rem; }
  .tabs a { min-height: 2.6rem; padding: 0 0.5rem; white-space: nowrap; font-size: 0.9rem; }
  main { padding: 1rem 0.75rem 3rem; }
  .split { grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
  .kinds { position: static; display: flex; overflow-x: auto; gap: 0.25rem; }
  .kinds a { white-space: nowrap; }
  summary { grid-template-columns: 4.6rem minmax(0, 1fr); } summary .sum { grid-column: 2; }
}
@media (max-width: 40rem) {
  .brand small { display: none; }
  .op dl { grid-template-columns: minmax(0, 1fr); gap: 0.1rem; }
  .op dd { margin-bottom: 0.5rem; }
  .find { max-width: none; flex: 1; }
  .head .tools { flex: 1; justify-content: flex-end; }
  .head, .foot { padding-left: 1rem; padding-right: 1rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tr { display: block; border-bottom: 1px solid var(--line); }
  tr.row { padding: 0.55rem 1rem; }
  tr.row td { display: flex; gap: 0.75rem; border: 0; padding: 0.12rem 0; white-space: normal; }
  tr.row td::before { content: attr(data-label); flex: 0 0 7rem; color: var(--soft); font-size: 0.8rem; padding-top: 0.1rem; }
  tr.row td:first-child, tr.row td:last-child { padding-left: 0; padding-right: 0; }
  tr.detail td { display: block; }
  tbody tr:last-child { border-bottom: 0; }
  .welcome { margin-top: 1rem; padding: 1.25rem; }
}
`;
