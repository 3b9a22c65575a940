"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const lines = (text, count) => (count === 0 ? [] : text.split("\n"));
  const height = data.lengths.length;
  const width = data.blocks.reduce((sum, value, at) => (at % 3 === 2 ? sum + value : sum), 0);
  const equations = lines(data.equations, height);
  const unknowns = lines(data.unknowns, width);
  const lineTexts = data.line_texts.split("\n");
  const pairs = (list) => {
    const map = new Map();
    for (let at = 0; at < list.length; at += 2) map.set(list[at], list[at + 1]);
    return map;
  };
  const equationTexts = pairs(data.equation_texts);
  const unknownTexts = pairs(data.unknown_texts);
  const orders = pairs(data.orders);

  // Entries of row r are columns[starts[r]] … columns[starts[r + 1] - 1], ascending.
  const starts = new Uint32Array(height + 1);
  for (let row = 0; row < height; row++) starts[row + 1] = starts[row] + data.lengths[row];
  const columns = new Uint32Array(data.columns.length);
  for (let row = 0; row < height; row++) {
    let column = 0;
    for (let at = starts[row]; at < starts[row + 1]; at++) columns[at] = column += data.columns[at];
  }

  // Where blocks begin. The last entry is the end of all.
  const count = data.blocks.length / 3;
  const part = new Uint8Array(count);
  const rowOf = new Uint32Array(count + 1);
  const columnOf = new Uint32Array(count + 1);
  const large = [];
  for (let block = 0; block < count; block++) {
    part[block] = data.blocks[3 * block];
    rowOf[block + 1] = rowOf[block] + data.blocks[3 * block + 1];
    columnOf[block + 1] = columnOf[block] + data.blocks[3 * block + 2];
    if (part[block] !== 1 || data.blocks[3 * block + 1] > 1) large.push(block);
  }
  const rows = (block) => rowOf[block + 1] - rowOf[block];
  const kind = (block) => (part[block] === 0 ? "over" : part[block] === 2 ? "under" : rows(block) > 1 ? "together" : "single");

  /** The last index whose value is not above `value`. */
  const last = (list, value, from, to) => {
    while (from < to) {
      const middle = (from + to + 1) >> 1;
      if (list[middle] <= value) from = middle;
      else to = middle - 1;
    }
    return from;
  };
  /** The first index from `from` whose value is at least `value`, or `to`. */
  const first = (list, value, from, to) => {
    while (from < to) {
      const middle = (from + to) >> 1;
      if (list[middle] < value) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const blockOfRow = (row) => last(rowOf, row, 0, count - 1);
  // The column that each row determines, or -1: blocks are sorted so that matched places stand on their diagonals.
  const matched = new Int32Array(height).fill(-1);
  for (let block = 0; block < count; block++) {
    const end = Math.min(rowOf[block + 1], rowOf[block] + columnOf[block + 1] - columnOf[block]);
    for (let row = rowOf[block]; row < end; row++) matched[row] = columnOf[block] + row - rowOf[block];
  }

  const canvas = document.getElementById("matrix");
  const card = document.getElementById("card");
  const context = canvas.getContext("2d");
  const pixels = document.createElement("canvas");
  let colors = {};
  const readColors = () => {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["ground", "panel", "ink", "quiet", "line", "entry", "matched", "single", "single-line", "together", "together-line", "over", "over-line", "under", "under-line", "cross"]) {
      colors[name] = style.getPropertyValue("--" + name).trim();
    }
  };

  // The view: `scale` pixels to a cell, and where the corner of the matrix stands.
  const GUTTER = 8;
  const HINT = 26;
  const LABELS = 13;
  const SEEN = 4;
  const view = { scale: 1, x: 0, y: 0 };
  // Whether everything is shown: then it is fitted again when the window changes.
  let fitted = true;
  let size = { width: 1, height: 1 };
  let hover = null;
  const smallest = () => Math.min((size.width - 2 * GUTTER) / Math.max(1, width), (size.height - 2 * GUTTER - HINT) / Math.max(1, height));
  const fit = () => {
    fitted = true;
    view.scale = Math.min(32, Math.max(1e-6, smallest()));
    const named = view.scale >= LABELS ? 110 : 0;
    view.x = Math.max(GUTTER + named, (size.width - view.scale * width) / 2);
    view.y = Math.max(GUTTER + named, (size.height - HINT - view.scale * height) / 2);
    request();
  };
  const zoom = (factor, x, y) => {
    fitted = false;
    const scale = Math.min(48, Math.max(Math.min(smallest() / 2, 1), view.scale * factor));
    view.x = x - ((x - view.x) * scale) / view.scale;
    view.y = y - ((y - view.y) * scale) / view.scale;
    view.scale = scale;
    request();
  };
  const move = (dx, dy) => {
    fitted = false;
    view.x += dx;
    view.y += dy;
    request();
  };
  const show = (row, column) => {
    fitted = false;
    view.scale = Math.max(view.scale, 18);
    view.x = size.width / 2 - (column + 0.5) * view.scale;
    view.y = size.height / 2 - (row + 0.5) * view.scale;
    hover = { row: row < height ? row : -1, column: column < width ? column : -1, x: size.width / 2, y: size.height / 2 };
    request();
  };

  let waiting = false;
  const request = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };

  const draw = () => {
    const { scale, x, y } = view;
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colors.ground;
    context.fillRect(0, 0, size.width, size.height);
    // Only what can be seen is looked at.
    const top = Math.max(0, Math.floor(-y / scale));
    const bottom = Math.min(height, Math.ceil((size.height - y) / scale));
    const left = Math.max(0, Math.floor(-x / scale));
    const right = Math.min(width, Math.ceil((size.width - x) / scale));
    drawBlocks(top, bottom);
    context.strokeStyle = colors.line;
    context.strokeRect(x, y, width * scale, height * scale);
    if (hover) {
      context.fillStyle = colors.cross;
      const thick = Math.max(1, scale);
      if (hover.row >= 0) context.fillRect(Math.max(0, x), y + hover.row * scale, Math.min(size.width, width * scale), thick);
      if (hover.column >= 0) context.fillRect(x + hover.column * scale, Math.max(0, y), thick, Math.min(size.height, height * scale));
    }
    if (scale >= 3) drawCells(top, bottom, left, right);
    else drawPixels(top, bottom, left, right, ratio);
    if (scale >= LABELS) drawNames(top, bottom, left, right);
    describe();
  };

  const drawBlocks = (top, bottom) => {
    const paint = (block) => {
      const name = kind(block);
      const w = Math.max(1.5, (columnOf[block + 1] - columnOf[block]) * view.scale);
      const h = Math.max(1.5, rows(block) * view.scale);
      const bx = view.x + columnOf[block] * view.scale;
      const by = view.y + rowOf[block] * view.scale;
      context.fillStyle = colors[name];
      context.fillRect(bx, by, w, h);
      // Lines around blocks of a few pixels would hide everything else.
      if (Math.max(w, h) < SEEN) return;
      context.strokeStyle = colors[name + "-line"];
      context.strokeRect(bx, by, w, h);
    };
    context.lineWidth = 1;
    if (count === 0) return;
    if (view.scale >= 3) {
      const to = Math.min(count, last(rowOf, Math.max(0, bottom - 1), 0, count - 1) + 2);
      for (let block = last(rowOf, top, 0, count - 1); block < to; block++) paint(block);
    }
    // The parts may lack rows or columns, and large blocks are seen from afar.
    for (const block of large) {
      // Those smaller than a pixel are in the image.
      if (part[block] === 1 && rows(block) * view.scale < 1) continue;
      if (rowOf[block + 1] >= top && rowOf[block] <= bottom) paint(block);
    }
  };

  const drawCells = (top, bottom, left, right) => {
    const { scale, x, y } = view;
    const gap = scale >= 10 ? 2 : scale * 0.1;
    const edge = scale - 2 * gap;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${Math.min(13, Math.round(edge * 0.7))}px system-ui, sans-serif`;
    for (let row = top; row < bottom; row++) {
      const own = matched[row];
      const end = starts[row + 1];
      for (let at = first(columns, left, starts[row], end); at < end && columns[at] < right; at++) {
        const cx = x + columns[at] * scale + gap;
        const cy = y + row * scale + gap;
        context.fillStyle = columns[at] === own ? colors.matched : colors.entry;
        context.fillRect(cx, cy, edge, edge);
        if (scale >= LABELS && orders.has(at)) {
          context.fillStyle = colors.ground;
          context.fillText(orders.get(at), cx + edge / 2, cy + edge / 2 + 0.5);
        }
      }
    }
  };

  /** Far away many entries share a pixel: they are set one by one in an image, which is faster than any shape. */
  let drawn = "";
  const drawPixels = (top, bottom, left, right, ratio) => {
    // While only the pointer moves, the image stays.
    const wish = [view.scale, view.x, view.y, size.width, size.height, ratio, colors.entry].join();
    if (drawn !== wish) fillPixels(top, bottom, left, right, ratio);
    drawn = wish;
    context.drawImage(pixels, 0, 0, size.width, size.height);
  };

  const fillPixels = (top, bottom, left, right, ratio) => {
    const w = Math.max(1, Math.round(size.width * ratio));
    const h = Math.max(1, Math.round(size.height * ratio));
    if (pixels.width !== w || pixels.height !== h) {
      pixels.width = w;
      pixels.height = h;
    }
    const inner = pixels.getContext("2d");
    const image = inner.createImageData(w, h);
    const words = new Uint32Array(image.data.buffer);
    const word = (color) => {
      inner.fillStyle = color;
      inner.fillRect(0, 0, 1, 1);
      return new Uint32Array(inner.getImageData(0, 0, 1, 1).data.buffer)[0];
    };
    const [entry, own] = [word(colors.entry), word(colors.matched)];
    const scale = view.scale * ratio;
    const [x, y] = [view.x * ratio, view.y * ratio];
    const dot = Math.max(1, Math.floor(scale));
    const set = (px, py, color) => {
      for (let dy = py; dy < Math.min(h, py + dot); dy++) {
        for (let dx = px; dx < Math.min(w, px + dot); dx++) words[dy * w + dx] = color;
      }
    };
    for (let row = top; row < bottom; row++) {
      const py = Math.floor(y + row * scale);
      if (py < 0 || py >= h) continue;
      const end = starts[row + 1];
      for (let at = first(columns, left, starts[row], end); at < end && columns[at] < right; at++) {
        const px = Math.floor(x + columns[at] * scale);
        if (px >= 0 && px < w) set(px, py, entry);
      }
    }
    // Blocks too small to be seen as such show in the colour of what they determine.
    const small = { over: word(colors["over-line"]), together: word(colors["together-line"]), under: word(colors["under-line"]), single: own };
    for (let row = top, block = count === 0 ? 0 : blockOfRow(top); row < bottom; row++) {
      while (row >= rowOf[block + 1]) block++;
      const column = matched[row];
      const [px, py] = [Math.floor(x + column * scale), Math.floor(y + row * scale)];
      const color = rows(block) * view.scale < SEEN ? small[kind(block)] : own;
      if (column >= 0 && px >= 0 && px < w && py >= 0 && py < h) set(px, py, color);
    }
    inner.putImageData(image, 0, 0);
  };

  const drawNames = (top, bottom, left, right) => {
    const { scale, x, y } = view;
    const clip = (text) => (text.length > 26 ? text.slice(0, 25) + "…" : text);
    context.font = `${Math.min(13, Math.round(scale * 0.75))}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    // Names stand before the matrix, or at the edge when that is out of sight.
    const edge = Math.max(x - 6, 100);
    const roof = Math.max(y - 6, 100);
    context.fillStyle = colors.ground;
    if (x < 106) context.fillRect(0, 0, 104, size.height);
    if (y < 106) context.fillRect(0, 0, size.width, 104);
    context.fillStyle = colors.ink;
    context.textAlign = "right";
    for (let row = top; row < bottom; row++) {
      const at = y + (row + 0.5) * scale;
      if (y >= 106 || at > 104) context.fillText(clip(equations[row]), edge, at);
    }
    context.textAlign = "left";
    for (let column = left; column < right; column++) {
      const at = x + (column + 0.5) * scale;
      if (x < 106 && at < 104) continue;
      context.save();
      context.translate(at, roof);
      context.rotate(-Math.PI / 2);
      context.fillText(clip(unknowns[column]), 0, 0);
      context.restore();
    }
  };

  const element = (tag, text, name) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  const words = { over: "over-constrained", single: "solved alone", together: "solved together", under: "under-constrained" };
  const plural = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  const MANY = 30;
  const term = (name, order) => {
    if (order === 0) return name;
    return data.caret ? `${name}^${order}` : "der(".repeat(order) + name + ")".repeat(order);
  };

  /** Tells what is under the pointer. */
  const describe = () => {
    card.hidden = !hover;
    if (!hover) return;
    const { row, column } = hover;
    const parts = [];
    if (row >= 0) {
      parts.push(element("h2", equations[row]));
      if (equationTexts.has(row)) parts.push(element("p", equationTexts.get(row)));
      const terms = [];
      for (let at = starts[row]; at < Math.min(starts[row + 1], starts[row] + MANY); at++) {
        terms.push(term(unknowns[columns[at]], orders.get(at) ?? 0));
      }
      const more = starts[row + 1] - starts[row] - terms.length;
      const list = terms.length === 0 ? "no unknowns" : terms.join(", ") + (more > 0 ? ` and ${more} more` : "");
      parts.push(element("p", list));
      const own = matched[row];
      parts.push(element("p", own >= 0 ? `determines ${unknowns[own]}` : "determines nothing: it is left over", "quiet"));
      const block = blockOfRow(row);
      const shape = `${plural(rows(block), "equation")} for ${plural(columnOf[block + 1] - columnOf[block], "unknown")}`;
      parts.push(element("p", `block ${block + 1} of ${count}, ${words[kind(block)]}: ${shape}`, "quiet"));
      const line = data.line_of[row];
      parts.push(element("p", `${data.files[data.lines[2 * line]]}:${data.lines[2 * line + 1]}`, "quiet"));
      if (lineTexts[line]) parts.push(element("code", lineTexts[line]));
    }
    if (column >= 0) {
      const text = unknownTexts.has(column) ? `: ${unknownTexts.get(column)}` : "";
      parts.push(element("p", `unknown ${unknowns[column]}${text}`));
    }
    card.replaceChildren(...parts);
    const [w, h] = [card.offsetWidth, card.offsetHeight];
    card.style.left = `${hover.x + 18 + w > size.width ? Math.max(4, hover.x - w - 14) : hover.x + 18}px`;
    card.style.top = `${Math.max(4, Math.min(hover.y + 14, size.height - h - 8))}px`;
  };

  const pointers = new Map();
  const local = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const at = local(event);
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), at.x, at.y);
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, local(event));
  });
  const release = (event) => pointers.delete(event.pointerId);
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => {
    hover = null;
    request();
  });
  canvas.addEventListener("pointermove", (event) => {
    const at = local(event);
    const before = pointers.get(event.pointerId);
    if (before) {
      if (pointers.size === 2) {
        // Two fingers: the distance between them zooms.
        const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const spread = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
        zoom(spread(at) / spread(before), (at.x + other.x) / 2, (at.y + other.y) / 2);
      } else {
        move(at.x - before.x, at.y - before.y);
      }
      pointers.set(event.pointerId, at);
    }
    const row = Math.floor((at.y - view.y) / view.scale);
    const column = Math.floor((at.x - view.x) / view.scale);
    const inside = row >= 0 && row < height && column >= 0 && column < width;
    // Names at the edge stand for their row or column.
    const named = view.scale >= LABELS;
    const atRow = row >= 0 && row < height && (inside || named || width === 0);
    const atColumn = column >= 0 && column < width && (inside || named || height === 0);
    hover = atRow || atColumn ? { row: atRow ? row : -1, column: atColumn ? column : -1, x: at.x, y: at.y } : null;
    request();
  });
  canvas.addEventListener("dblclick", (event) => {
    const at = local(event);
    zoom(event.shiftKey ? 0.5 : 2, at.x, at.y);
  });
  const middle = () => [size.width / 2, size.height / 2];
  canvas.addEventListener("keydown", (event) => {
    const step = 60;
    const act = {
      "+": () => zoom(1.4, ...middle()), "=": () => zoom(1.4, ...middle()), "-": () => zoom(1 / 1.4, ...middle()), "0": fit,
      ArrowLeft: () => move(step, 0), ArrowRight: () => move(-step, 0), ArrowUp: () => move(0, step), ArrowDown: () => move(0, -step),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  document.getElementById("in").addEventListener("click", () => zoom(1.6, ...middle()));
  document.getElementById("out").addEventListener("click", () => zoom(1 / 1.6, ...middle()));
  document.getElementById("fit").addEventListener("click", fit);

  const wanted = document.getElementById("wanted");
  const columnHome = (column) => {
    const block = last(columnOf, column, 0, count - 1);
    return Math.min(rowOf[block] + column - columnOf[block], Math.max(0, height - 1));
  };
  document.getElementById("find").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = wanted.value.trim();
    const lower = text.toLowerCase();
    const find = (names) => {
      const exact = names.indexOf(text);
      return exact >= 0 ? exact : names.findIndex((name) => name.toLowerCase().includes(lower));
    };
    const row = text ? find(equations) : -1;
    const column = text ? find(unknowns) : -1;
    // An exact name wins over one that only contains the text.
    const byRow = row >= 0 && (equations[row] === text || column < 0 || unknowns[column] !== text);
    wanted.classList.toggle("lost", text !== "" && row < 0 && column < 0);
    if (byRow) show(row, Math.max(0, matched[row]));
    else if (column >= 0) show(columnHome(column), column);
  });

  document.getElementById("name").textContent = document.title;
  const facts = [plural(height, "equation"), plural(width, "unknown"), plural(count, "block")];
  facts.push(data.index === null ? "singular" : `structural index ${data.index.toLocaleString("en")}`, plural(data.freedom, "degree") + " of freedom");
  document.getElementById("summary").textContent = facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join("\u00a0· ");
  const totals = { over: [0, 0], single: [0, 0], together: [0, 0], under: [0, 0] };
  for (let block = 0; block < count; block++) {
    totals[kind(block)][0] += rows(block);
    totals[kind(block)][1] += columnOf[block + 1] - columnOf[block];
  }
  for (const [name, [high, wide]] of Object.entries(totals)) {
    const shape = (high === wide ? [high] : [high, wide]).map((number) => number.toLocaleString("en")).join(" for ");
    const item = element("li", `${words[name]} (${shape})`);
    const swatch = document.createElement("i");
    swatch.style.background = `var(--${name})`;
    swatch.style.borderColor = `var(--${name}-line)`;
    item.prepend(swatch);
    document.getElementById("legend").append(item);
  }

  const resize = () => {
    const ratio = window.devicePixelRatio || 1;
    size = { width: canvas.clientWidth, height: canvas.clientHeight };
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    if (fitted) fit();
    else request();
  };
  window.addEventListener("resize", resize);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColors();
    request();
  });
  readColors();
  resize();
})();
