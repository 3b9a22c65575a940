// Runs the script of a page from standard input in a browser of which only what the script needs is there, and tells what
// it draws: at first, after a search for the name in the arguments, and far away again with the pointer moving.
"use strict";
const page = require("fs").readFileSync(0, "utf8");
const between = (start, end) => page.slice(page.indexOf(start) + start.length, page.indexOf(end, page.indexOf(start)));
const data = between('<script id="data" type="application/json">', "</script>");
const script = between("<script>\n", "</script>");

let counts = {};
const count = (name) => (counts[name] = (counts[name] || 0) + 1);
let texts = [];
const context = (canvas) => ({
  fillRect: () => count("rectangles"),
  strokeRect: () => count("frames"),
  fillText: (text) => texts.push(String(text)),
  drawImage: () => count("images"),
  createImageData: (w, h) => ({ data: new Uint8ClampedArray(4 * w * h) }),
  getImageData: () => ({ data: Uint8ClampedArray.of(1, 2, 3, 255) }),
  putImageData: (image) => {
    counts.pixels = new Uint32Array(image.data.buffer).reduce((sum, word) => sum + (word !== 0), 0);
  },
  setTransform() {}, save() {}, restore() {}, translate() {}, rotate() {},
});
const element = (tag) => ({
  tag, style: {}, hidden: false, textContent: "", children: [], listeners: {}, value: "",
  classList: { lost: false, toggle(name, on) { this[name] = on; } },
  clientWidth: 1200, clientHeight: 800, offsetWidth: 200, offsetHeight: 100,
  addEventListener(name, act) { this.listeners[name] = act; },
  getBoundingClientRect: () => ({ left: 0, top: 0 }),
  setPointerCapture() {},
  getContext() { return (this.context ??= context(this)); },
  replaceChildren(...parts) { this.children = parts; },
  append(part) { this.children.push(part); },
  prepend(part) { this.children.unshift(part); },
});
const known = {};
const byId = (id) => (known[id] ??= element(id));
byId("data").textContent = data;
let frames = [];
const scope = {
  document: { getElementById: byId, createElement: element, documentElement: {}, title: "test" },
  window: { devicePixelRatio: 1, addEventListener() {}, matchMedia: () => ({ addEventListener() {} }) },
  getComputedStyle: () => ({ getPropertyValue: () => "#123456" }),
  requestAnimationFrame: (act) => frames.push(act),
};
const draw = () => {
  counts = {};
  texts = [];
  frames.splice(0).forEach((act) => act());
  return { ...counts, texts: texts.length };
};
new Function(...Object.keys(scope), script)(...Object.values(scope));
const result = { summary: byId("summary").textContent.replaceAll("\u00a0", " "), first: draw() };
byId("wanted").value = process.argv[2];
byId("find").listeners.submit({ preventDefault() {} });
result.near = draw();
result.named = texts.includes(process.argv[2]);
result.card = byId("card").children.map((part) => part.textContent);
result.lost = byId("wanted").classList.lost;
byId("fit").listeners.click();
result.far = draw();
byId("matrix").listeners.pointermove({ pointerId: 1, clientX: 600, clientY: 400 });
result.pointed = draw();
result.hidden = byId("card").hidden;
byId("wanted").value = "no such name";
byId("find").listeners.submit({ preventDefault() {} });
result.missing = byId("wanted").classList.lost;
console.log(JSON.stringify(result));
