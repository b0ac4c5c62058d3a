// SPDX-License-Identifier: Apache-2.0
// Draws a run: a row for each task, with what it does and its calls.
"use strict";

const ROW = 18;
const LABELS = 120;  // Width of the tasks' names
const HEIGHTS = { running: 14, ready: 6, blocked: 1 };

// The cycles that are shown; all kernels share them.
class View {
  constructor(changed) {
    this.changed = changed;
    this.reset();
  }

  reset() {
    this.begin = 0;
    this.end = null;  // That of the longest run
    this.changed();
  }

  zoom(factor, at, last) {
    const end = this.end ?? last;
    const begin = Math.max(0, at - (at - this.begin) * factor);
    this.end = Math.min(last, at + (end - at) * factor);
    this.begin = begin;
    if (this.begin === 0 && this.end === last) this.end = null;
    this.changed();
  }

  move(cycles, last) {
    const end = this.end ?? last;
    const by = Math.max(-this.begin, Math.min(cycles, last - end));
    this.begin += by;
    this.end = end + by;
    this.changed();
  }
}

class Timeline {
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    this.last = 1;
    let x = null;
    canvas.onwheel = (event) => {
      event.preventDefault();
      view.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.cycleAt(event.offsetX), this.last);
    };
    canvas.onpointerdown = (event) => { x = event.offsetX; canvas.setPointerCapture(event.pointerId); };
    canvas.onpointermove = (event) => {
      if (x === null) return;
      view.move(this.cycleAt(x) - this.cycleAt(event.offsetX), this.last);
      x = event.offsetX;
    };
    canvas.onpointerup = () => { x = null; };
    canvas.ondblclick = () => view.reset();
  }

  get end() { return this.view.end ?? this.last; }

  cycleAt(x) {
    const width = this.canvas.clientWidth - LABELS;
    return this.view.begin + (this.end - this.view.begin) * (x - LABELS) / width;
  }

  // Draws a run; `last` is the last cycle of the longest one.
  draw(run, last) {
    this.last = last;
    const { canvas } = this;
    const [width, height] = [canvas.clientWidth, ROW * (run.tasks.length + 1)];
    canvas.style.height = `${height}px`;
    [canvas.width, canvas.height] = [width * devicePixelRatio, height * devicePixelRatio];
    const pen = canvas.getContext("2d");
    pen.scale(devicePixelRatio, devicePixelRatio);
    pen.font = "12px sans-serif";
    pen.textBaseline = "middle";
    const style = getComputedStyle(canvas);
    const text = style.color;
    const scale = (width - LABELS) / (this.end - this.view.begin);
    const place = (cycle) => LABELS + (cycle - this.view.begin) * scale;
    for (const [row, task] of run.tasks.entries()) {
      const middle = ROW * row + ROW / 2;
      pen.save();
      pen.beginPath();
      pen.rect(LABELS, ROW * row, width, ROW);
      pen.clip();
      for (const { name, begin, end } of task.states) {
        if (!name) continue;
        pen.fillStyle = style.getPropertyValue(`--try-${name}`);
        const [left, right] = [place(begin), place(end ?? run.cycle)];
        if (right < LABELS || left > width) continue;
        pen.fillRect(left, middle - HEIGHTS[name] / 2, Math.max(right - left, 1), HEIGHTS[name]);
      }
      pen.fillStyle = pen.strokeStyle = text;
      for (const { name, begin, end } of task.calls) {
        const [left, right] = [place(begin), place(end)];
        if (right < LABELS || left > width || right - left < 3) continue;
        pen.strokeRect(left, middle - 8, right - left, 16);
        if (right - left > 40) this.write(pen, name, Math.max(left, LABELS) + 3, middle, right);
      }
      pen.restore();
      pen.fillStyle = text;
      this.write(pen, task.name, 0, middle, LABELS);
    }
    const axis = ROW * run.tasks.length + ROW / 2;
    const [begin, end] = [this.view.begin, this.end].map((cycle) => Math.round(cycle).toLocaleString("en"));
    pen.fillText(`cycle ${begin}`, LABELS, axis);
    pen.textAlign = "right";
    pen.fillText(`cycle ${end}`, width, axis);
  }

  // A text that ends where its place does.
  write(pen, text, left, middle, right) {
    pen.save();
    pen.beginPath();
    pen.rect(left, middle - ROW / 2, right - left - 4, ROW);
    pen.clip();
    pen.strokeStyle = getComputedStyle(this.canvas).backgroundColor;
    pen.lineWidth = 4;
    pen.strokeText(text, left, middle);
    pen.fillText(text, left, middle);
    pen.restore();
  }
}
