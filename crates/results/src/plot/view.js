"use strict";

// All panels show the same stretch of time; each has its own range of values.
const data = JSON.parse(document.getElementById("data").textContent);
const times = data.times;
const LEFT = 80, RIGHT = 20, TOP = 8, BOTTOM = 26;
const full = times.length > 1 && times[times.length - 1] > times[0]
  ? [times[0], times[times.length - 1]]
  : [times[0] - 0.5, times[0] + 0.5];
let shown = full.slice();
let pointer = null; // the time under the pointer
const panels = [];

document.getElementById("title").textContent = data.title;

function extent(panel) {
  let low = Infinity, high = -Infinity;
  for (const curve of panel.curves) {
    if (curve.hidden) continue;
    for (const value of curve.values) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(low <= high)) return [0, 1];
  const room = high > low ? 0.03 * (high - low) : 0.5 * Math.max(Math.abs(high), 1e-3);
  return [low - room, high + room];
}

// Round numbers between two, and how to write them.
function ticks(low, high, about) {
  const raw = (high - low) / Math.max(about, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.9) * power;
  const size = Math.max(Math.abs(low), Math.abs(high));
  const scientific = size >= 1e6 || step < 1e-4;
  const digits = scientific
    ? Math.max(0, Math.floor(Math.log10(size)) - Math.floor(Math.log10(step)))
    : Math.max(0, -Math.floor(Math.log10(step)));
  const found = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * (high - low) && found.length < 100; n++) {
    const value = n === 0 ? 0 : n * step;
    found.push([value, scientific ? value.toExponential(Math.min(digits, 15)) : value.toFixed(Math.min(digits, 15))]);
  }
  return found;
}

// The first point at or after a time.
function at(time) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle + 1; else high = middle;
  }
  return low;
}

// The value of a curve between two points.
function value(curve, time) {
  const right = Math.min(at(time), times.length - 1), left = Math.max(right - 1, 0);
  const a = curve.values[left], b = curve.values[right];
  if (a === null || b === null) return null;
  const length = times[right] - times[left];
  return length > 0 ? a + (b - a) * (time - times[left]) / length : b;
}

function short(number) {
  return number === null ? "–" : String(Number(number.toPrecision(7)));
}

for (const source of data.panels) {
  const legend = document.createElement("div");
  legend.className = "legend";
  const canvas = document.createElement("canvas");
  const panel = { curves: source.curves, unit: source.unit, canvas, range: null, full: null, box: null };
  for (const curve of panel.curves) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    const mark = document.createElement("i");
    mark.style.background = curve.color;
    const name = document.createElement("span");
    name.textContent = curve.name + (panel.unit ? " [" + panel.unit + "]" : "");
    curve.output = document.createElement("output");
    button.append(mark, name, curve.output);
    button.addEventListener("click", () => {
      curve.hidden = !curve.hidden;
      button.setAttribute("aria-pressed", String(!curve.hidden));
      panel.full = extent(panel);
      panel.range = panel.full.slice();
      draw();
    });
    legend.append(button);
  }
  document.getElementById("panels").append(legend, canvas);
  panel.full = extent(panel);
  panel.range = panel.full.slice();
  panels.push(panel);
  listen(panel);
}

function geometry(panel) {
  const width = panel.canvas.clientWidth, height = panel.canvas.clientHeight;
  const inner = [width - LEFT - RIGHT, height - TOP - BOTTOM];
  return {
    width, height, inner,
    x: (time) => LEFT + (time - shown[0]) / (shown[1] - shown[0]) * inner[0],
    y: (number) => TOP + (panel.range[1] - number) / (panel.range[1] - panel.range[0]) * inner[1],
    time: (x) => shown[0] + (x - LEFT) / inner[0] * (shown[1] - shown[0]),
    number: (y) => panel.range[1] - (y - TOP) / inner[1] * (panel.range[1] - panel.range[0]),
  };
}

function draw() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  const ratio = window.devicePixelRatio || 1;
  const room = window.innerHeight - document.querySelector("header").offsetHeight - 26 * panels.length - 16;
  for (const panel of panels) {
    const canvas = panel.canvas;
    canvas.style.height = Math.max(160, room / panels.length) + "px";
    const g = geometry(panel);
    canvas.width = Math.round(g.width * ratio);
    canvas.height = Math.round(g.height * ratio);
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, g.width, g.height);
    c.font = "12px system-ui, sans-serif";
    c.fillStyle = color("--ink");
    c.strokeStyle = color("--line");
    c.lineWidth = 1;
    c.textAlign = "right";
    c.textBaseline = "middle";
    for (const [number, text] of ticks(panel.range[0], panel.range[1], Math.max(g.inner[1] / 45, 3))) {
      c.beginPath(); c.moveTo(LEFT, g.y(number)); c.lineTo(g.width - RIGHT, g.y(number)); c.stroke();
      c.fillText(text, LEFT - 8, g.y(number));
    }
    c.textAlign = "center";
    c.textBaseline = "top";
    for (const [time, text] of ticks(shown[0], shown[1], g.inner[0] / 90)) {
      c.beginPath(); c.moveTo(g.x(time), TOP); c.lineTo(g.x(time), g.height - BOTTOM); c.stroke();
      c.fillText(text, g.x(time), g.height - BOTTOM + 6);
    }
    c.strokeStyle = color("--frame");
    c.strokeRect(LEFT, TOP, g.inner[0], g.inner[1]);
    c.save();
    c.beginPath(); c.rect(LEFT, TOP, g.inner[0], g.inner[1]); c.clip();
    const first = Math.max(at(shown[0]) - 1, 0), last = Math.min(at(shown[1]) + 1, times.length - 1);
    for (const curve of panel.curves) {
      if (!curve.hidden) line(c, g, curve, first, last);
    }
    if (pointer !== null) {
      c.strokeStyle = color("--frame");
      c.beginPath(); c.moveTo(g.x(pointer), TOP); c.lineTo(g.x(pointer), g.height - BOTTOM); c.stroke();
      for (const curve of panel.curves) {
        const found = curve.hidden ? null : value(curve, pointer);
        if (found === null) continue;
        c.fillStyle = curve.color;
        c.beginPath(); c.arc(g.x(pointer), g.y(found), 3.5, 0, 2 * Math.PI); c.fill();
      }
    }
    if (panel.box) {
      c.fillStyle = color("--veil");
      const [x0, y0, x1, y1] = panel.box;
      c.fillRect(x0, y0, x1 - x0, y1 - y0);
    }
    c.restore();
    for (const curve of panel.curves) {
      curve.output.textContent = pointer === null ? "" : short(value(curve, pointer));
    }
  }
  document.getElementById("hint").textContent = pointer === null
    ? "drag to zoom, wheel to zoom in time, shift-drag to move, double-click for everything"
    : "time " + short(pointer);
}

// A line; of many points in one column of the screen only the least and the greatest are drawn.
function line(c, g, curve, first, last) {
  c.strokeStyle = curve.color;
  c.lineWidth = 1.6;
  c.beginPath();
  let pen = false, column = null, low = 0, high = 0, end = 0;
  const flush = () => {
    if (column === null) return;
    c.lineTo(column, g.y(low)); c.lineTo(column, g.y(high)); c.lineTo(column, g.y(end));
    column = null;
  };
  const dense = last - first > 4 * g.inner[0];
  for (let point = first; point <= last; point++) {
    const number = curve.values[point];
    if (number === null) { flush(); pen = false; continue; }
    const x = g.x(times[point]);
    if (!pen) { flush(); c.moveTo(x, g.y(number)); pen = true; continue; }
    if (!dense) { c.lineTo(x, g.y(number)); continue; }
    const here = Math.round(x);
    if (here !== column) { flush(); column = here; low = high = number; }
    low = Math.min(low, number); high = Math.max(high, number); end = number;
  }
  flush();
  c.stroke();
}

function clamp(range, [low, high]) {
  const length = Math.min(range[1] - range[0], high - low);
  const start = Math.min(Math.max(range[0], low), high - length);
  return [start, start + length];
}

function everything() {
  shown = full.slice();
  for (const panel of panels) panel.range = panel.full.slice();
  draw();
}

function listen(panel) {
  const canvas = panel.canvas;
  let from = null;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    const [x, y] = place(event);
    from = { x, y, shown: shown.slice(), range: panel.range.slice(), move: event.shiftKey };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event), g = geometry(panel);
    if (from && from.move) {
      const time = (from.x - x) / g.inner[0] * (from.shown[1] - from.shown[0]);
      const number = (y - from.y) / g.inner[1] * (from.range[1] - from.range[0]);
      shown = clamp([from.shown[0] + time, from.shown[1] + time], full);
      panel.range = [from.range[0] + number, from.range[1] + number];
    } else if (from) {
      panel.box = [from.x, from.y, x, y];
    }
    const time = g.time(x);
    pointer = time >= shown[0] && time <= shown[1] ? time : null;
    draw();
  });
  canvas.addEventListener("pointerup", (event) => {
    const box = panel.box, g = geometry(panel);
    from = null;
    panel.box = null;
    if (box && Math.abs(box[2] - box[0]) > 5) {
      const [a, b] = [g.time(Math.min(box[0], box[2])), g.time(Math.max(box[0], box[2]))];
      const high = g.number(Math.min(box[1], box[3])), low = g.number(Math.max(box[1], box[3]));
      shown = [Math.max(a, full[0]), Math.min(b, full[1])];
      // A flat box means a stretch of time, whatever the values are.
      if (Math.abs(box[3] - box[1]) > 12) panel.range = [low, high];
    }
    draw();
  });
  canvas.addEventListener("pointerleave", () => { pointer = null; draw(); });
  canvas.addEventListener("dblclick", everything);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const g = geometry(panel), time = g.time(place(event)[0]);
    const factor = Math.exp(Math.sign(event.deltaY) * 0.2);
    const length = (shown[1] - shown[0]) * factor;
    if (length < 1e-12 * Math.max(Math.abs(full[0]), Math.abs(full[1]))) return;
    shown = clamp([time - (time - shown[0]) * factor, time + (shown[1] - time) * factor], full);
    draw();
  }, { passive: false });
}

document.getElementById("all").addEventListener("click", everything);
window.addEventListener("resize", draw);
draw();
