// SPDX-License-Identifier: Apache-2.0
// The page: a program is chosen, and runs on all kernels side by side, each in a worker.
"use strict";

const ROOM = 2;  // What a bar may grow by after the first run of a program
const FILES = new URL(".", document.currentScript.src);

function element(tag, of = {}, ...children) {
  const made = Object.assign(document.createElement(tag), of);
  made.append(...children);
  return made;
}

const cycles = (number) => Math.round(number).toLocaleString("en");

async function fetched(name) {
  const answer = await fetch(new URL(name, FILES));
  if (!answer.ok) throw new Error(`${name} is not there: run \`make docs\``);
  return answer;
}

// One of the kernels: its worker, console and timeline.
class Kernel {
  constructor(name, title, view, changed) {
    Object.assign(this, { name, title, changed });
    this.console = element("pre", { className: "console" });
    this.status = element("div", { className: "status" });
    this.canvas = element("canvas");
    this.timeline = new Timeline(this.canvas, view);
    this.box = element("div", {}, element("h3", { textContent: title }), this.console, this.status);
    this.run = new Run();
  }

  clear() {
    this.stop();
    this.run = new Run();
    this.console.textContent = "";
    this.say("running");
  }

  start(elf, functions) {
    this.clear();
    this.worker = new Worker(new URL("worker.js", FILES));
    this.worker.onmessage = ({ data: { what, value } }) => {
      this[what](value);
      this.changed();
    };
    this.worker.onerror = (event) => this.error(event.message);
    this.worker.postMessage({ elf, functions });
  }

  stop() {
    if (this.worker) this.worker.terminate();
    this.worker = null;
  }

  say(text, kind = "status") {
    this.status.textContent = text;
    this.status.className = kind;
  }

  line(text) {
    this.console.textContent += `${text}\n`;
    this.console.scrollTop = this.console.scrollHeight;
  }

  error(text) { this.say(text, "error"); }

  progress(number) {
    this.run.cycle = Math.max(this.run.cycle, number);
    this.say(`running, ${cycles(number)} cycles`);
  }

  trace(records) { for (const record of records) this.run.trace(record); }

  records(records) { for (const record of records) this.run.record(record); }

  code(value) {
    const { ending } = this.run;
    if (ending) {
      this.say(`${cycles(ending.cycles)} cycles, ${cycles(ending.instructions)} instructions, ` +
        `interrupts off at most ${cycles(ending.interrupts_off_max)} cycles, exit code ${value}`);
    }
    this.stop();
  }
}

class Page {
  constructor(root, { functions, kernels, programs }) {
    Object.assign(this, { functions, programs });
    this.view = new View(() => this.change());
    this.kernels = Object.entries(kernels).map(
      ([name, title]) => new Kernel(name, title, this.view, () => this.change()));
    this.choice = element("select", { onchange: () => this.choose() },
      ...programs.map(({ title }, value) => element("option", { textContent: title, value })));
    this.sliders = element("span", { className: "controls" });
    this.calls = element("tbody");
    this.source = element("code");
    this.link = element("a", { textContent: "the trace", download: "isochron.json", hidden: true });
    const heads = ["Cycles of", "times", ...this.kernels.map(({ title }) => title)];
    root.replaceChildren(
      element("p", { className: "controls" }, this.choice, this.sliders,
        element("button", { textContent: "Run", onclick: () => this.start() })),
      element("div", { className: "kernels" }, ...this.kernels.map(({ box }) => box)),
      element("h2", { textContent: "Calls" }),
      element("p", { textContent: "Cycles in which the caller itself ran, from the least to the " +
        "most. What is measured between labels of the program includes switches to other tasks." }),
      element("table", { className: "calls" }, element("thead", {},
        element("tr", {}, ...heads.map((textContent) => element("th", { textContent })))), this.calls),
      element("h2", { textContent: "Tasks" }),
      element("p", { textContent: "Blue: running; yellow: ready; grey: blocked. The wheel zooms, " +
        "a drag moves, a double click shows all again. Calls appear where there is room." }),
      ...this.kernels.flatMap(({ title, canvas }) => [element("h3", { textContent: title }), canvas]),
      element("p", {}, "Open ", this.link, " in ",
        element("a", { textContent: "Perfetto", href: "https://ui.perfetto.dev" }), "."),
      element("details", {}, element("summary", { textContent: "The program" }),
        element("pre", {}, this.source)),
    );
    this.choose();
  }

  get isEnded() { return this.kernels.every(({ worker, run }) => !worker && run.ending); }

  get program() { return this.programs[this.choice.value]; }

  slider(variable, { title, least, most, value }) {
    const shown = element("output", { textContent: value });
    const input = element("input", {
      type: "range", min: least, max: most, value,
      oninput: () => { shown.textContent = input.value; },
      onchange: () => { this.words.set(variable, Number(input.value)); this.start(); },
    });
    return element("label", {}, `${title} `, input, " ", shown);
  }

  async choose() {
    const { program } = this;
    this.words = new Map();
    this.scales = new Map();  // Of each row: the cycles of a whole bar
    this.sliders.replaceChildren(
      ...Object.entries(program.words).map(([name, word]) => this.slider(name, word)));
    this.start();
    this.source.textContent = await (await fetched(`${program.name}.c`)).text();
  }

  async start() {
    const { program } = this;
    const turn = this.turn = (this.turn ?? 0) + 1;
    this.link.hidden = true;
    this.view.reset();
    for (const kernel of this.kernels) kernel.clear();
    for (const kernel of this.kernels) {
      try {
        const elf = await (await fetched(`${program.name}-${kernel.name}.elf`)).arrayBuffer();
        if (turn !== this.turn) return;
        for (const [variable, value] of this.words) {
          new DataView(elf).setUint32(program.words[variable].offset[kernel.name], value, true);
        }
        kernel.start(new Uint8Array(elf), this.functions);
      } catch (error) {
        kernel.error(error.message);
      }
    }
  }

  // Draws soon, however often it is asked to.
  change() {
    if (this.isDrawn) return;
    this.isDrawn = true;
    requestAnimationFrame(() => {
      this.isDrawn = false;
      this.draw();
    });
  }

  draw() {
    const last = Math.max(1, ...this.kernels.map(({ run }) => run.cycle));
    for (const { timeline, run } of this.kernels) timeline.draw(run, last);
    this.showCalls();
    if (this.link.hidden && this.isEnded) {
      const trace = perfettoTrace(this.kernels.map(({ title, run }) => [title, run]));
      URL.revokeObjectURL(this.link.href);
      this.link.href = URL.createObjectURL(new Blob([trace], { type: "application/json" }));
      this.link.hidden = false;
    }
  }

  showCalls() {
    const names = new Set(this.kernels.flatMap(({ run }) => [...run.measured.keys()]));
    const ordered = [...names].sort((a, b) => b.startsWith("measured") - a.startsWith("measured"));
    this.calls.replaceChildren(...ordered.map((name) => this.row(name)));
  }

  row(name) {
    const measured = this.kernels.map(({ run }) => run.measured.get(name));
    const most = Math.max(1, ...measured.map((of) => of?.most ?? 0));
    if (this.isEnded && !this.scales.has(name)) this.scales.set(name, ROOM * most);
    const scale = Math.max(this.scales.get(name) ?? ROOM * most, most);
    const cells = this.kernels.map(({ name: className }, place) => {
      const of = measured[place];
      if (!of) return element("td", { className });
      const bar = element("div", { className: "bar" });
      bar.style.width = `${100 * of.most / scale}%`;
      const range = of.least === of.most ? cycles(of.most) : `${cycles(of.least)} to ${cycles(of.most)}`;
      return element("td", { className }, range, bar);
    });
    const times = [...new Set(measured.filter(Boolean).map((of) => of.times))].join(", ");
    return element("tr", {}, element("td", { textContent: name }), element("td", { textContent: times }),
      ...cells);
  }
}

const root = document.getElementById("try");
fetched("programs.json")
  .then((answer) => answer.json())
  .then((content) => new Page(root, content))
  .catch((error) => { root.textContent = `This does not run here: ${error.message}. ${root.dataset.cure}`; });
