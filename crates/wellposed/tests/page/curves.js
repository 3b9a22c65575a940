// Runs the script of a page of curves from standard input in a browser of which only what the script needs is there, and
// tells what stands at the axis of time and beside the curves: at first, with the pointer in the middle, after the wheel,
// after a box was drawn, and after a double click.
"use strict";
const page = require("fs").readFileSync(0, "utf8");
const between = (start, end) => page.slice(page.indexOf(start) + start.length, page.indexOf(end, page.indexOf(start)));
const data = between('<script type="application/json" id="data">', "</script>");
const script = between("<script>\n", "</script>");

const LEFT = 80, RIGHT = 20, WIDTH = 1100, HEIGHT = 434;
let below = [];
let lines = 0;
const context = new Proxy({}, {
  get: (target, name) => target[name] ?? ((...given) => {
    if (name === "fillText" && given[2] > HEIGHT - 26) below.push(Number(given[0]));
    if (name === "lineTo") lines += 1;
  }),
});
const element = (tag) => ({
  tag, style: {}, textContent: "", children: [], listeners: {}, clientWidth: WIDTH, clientHeight: HEIGHT, offsetHeight: 40,
  addEventListener(name, act) { this.listeners[name] = act; },
  getBoundingClientRect: () => ({ left: 0, top: 0 }),
  setAttribute() {}, setPointerCapture() {},
  getContext: () => context,
  append(...parts) { this.children.push(...parts); },
});
const known = {};
const byId = (id) => (known[id] ??= element(id));
byId("data").textContent = data;
const scope = {
  document: {
    getElementById: byId, querySelector: byId, createElement: element, documentElement: {},
  },
  window: { devicePixelRatio: 1, innerHeight: 800, addEventListener() {} },
  getComputedStyle: () => ({ getPropertyValue: () => "#123456" }),
};
const act = (what) => {
  below = [];
  lines = 0;
  what();
  const [legend] = byId("panels").children;
  const outputs = legend.children.map((button) => button.children[2].textContent);
  return { times: below, lines, outputs, hint: byId("hint").textContent };
};
const at = (part, y = 100) => ({ clientX: LEFT + part * (WIDTH - LEFT - RIGHT), clientY: y, preventDefault() {}, deltaY: -1 });
const result = { first: act(() => new Function(...Object.keys(scope), script)(...Object.values(scope))) };
const { listeners } = byId("panels").children[1];
result.pointed = act(() => listeners.pointermove(at(0.5)));
result.wheel = act(() => { for (let turn = 0; turn < 8; turn++) { below = []; listeners.wheel(at(0.5)); } });
act(() => listeners.dblclick());
listeners.pointerdown(at(0.25));
listeners.pointermove(at(0.5));
result.box = act(() => listeners.pointerup(at(0.5)));
result.all = act(() => listeners.dblclick());
result.left = act(() => listeners.pointerleave());
console.log(JSON.stringify(result));
