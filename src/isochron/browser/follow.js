// SPDX-License-Identifier: Apache-2.0
// What a run did, by the simulator's records as they come: tasks, their states and calls, and cycles.
"use strict";

const CREATES = "xTaskCreate";
const NOT_CREATED = [0, 0xffffffff];  // What it returns then
const START = "start";  // What runs before the first task
const IDLE = "IDLE";
const PART = /\.part\./;  // A piece of a function, by the compiler's name; not a call of its own

class Task {
  constructor(name, begin) {
    this.name = name;
    this.ready = true;
    this.states = [{ name: "", begin, end: begin }];  // Each lasts until the next one begins
    this.calls = [];  // Those that have ended: { name, begin, end }
    this.open = [];
    this.ran = 0;  // Cycles, without interrupts
  }

  // No more is to be shown of it; its calls end with it.
  close(cycle) {
    this.show("", cycle);
    for (const { name, begin } of this.open.splice(0).reverse()) {
      this.calls.push({ name, begin, end: cycle });
    }
  }

  get state() { return this.states.at(-1); }

  show(name, cycle) {
    if (this.state.name === name) return;
    this.state.end = cycle;
    this.states.push({ name, begin: cycle, end: null });
  }
}

class Run {
  constructor() {
    this.cycle = 0;
    this.tasks = [];
    this.known = new Map();  // By identifier
    this.created = [];
    this.measured = new Map();  // Of each function and window, by its name: times, least and most cycles
    this.interrupted = false;
    this.current = this.begin(START);
    this.current.show("running", 0);
    this.since = 0;  // The running task's cycles are counted until then
  }

  // A record of the trace
  trace(record) {
    this.cycle = record.cycle;
    const what = this[`on_${record.record}`];
    if (what) what.call(this, record);
  }

  // A record of the probes
  record(record) {
    if (record.record === "window") this.measure(`measured: ${record.metric}`, record.cycles);
    if (record.record === "end") this.ending = record;
  }

  measure(name, cycles) {
    const { times, least, most } = this.measured.get(name) ?? { times: 0, least: cycles, most: cycles };
    this.measured.set(name,
      { times: times + 1, least: Math.min(least, cycles), most: Math.max(most, cycles) });
  }

  begin(name) {
    const number = this.tasks.filter((task) => task.called === name).length + 1;
    const task = new Task(number === 1 ? name : `${name} (${number})`, this.cycle);
    task.called = name;
    this.tasks.push(task);
    return task;
  }

  of(identifier) {
    // On stock FreeRTOS the call that creates the idle task is part of the scheduler's start.
    const name = this.current.called === START ? IDLE : `task ${identifier}`;
    if (!this.known.has(identifier)) this.known.set(identifier, this.begin(name));
    return this.known.get(identifier);
  }

  count() {
    if (!this.interrupted) this.current.ran += this.cycle - this.since;
    this.since = this.cycle;
  }

  on_running({ task }) {
    this.count();
    const left = this.current;
    if (left.called === START || left.deleted) left.close(this.cycle);
    else left.show(left.ready ? "ready" : "blocked", this.cycle);
    this.current = this.of(task);
    this.current.show("running", this.cycle);
  }

  on_ready({ task, ready, timed, line }) {
    const byItself = timed || line !== undefined || this.interrupted;
    const creation = this.created.find(({ creator }) => creator === this.current);
    if (ready && !byItself && creation) {
      this.created.splice(this.created.indexOf(creation), 1);
      this.known.set(task, this.begin(creation.name));
      this.known.get(task).show("ready", this.cycle);
      return;
    }
    const turned = this.of(task);
    turned.ready = Boolean(ready);
    if (turned !== this.current) turned.show(ready ? "ready" : "blocked", this.cycle);
  }

  on_deleted({ task }) {
    const deleted = this.of(task);
    deleted.deleted = true;
    if (deleted !== this.current) deleted.close(this.cycle);
  }

  on_call({ function: name, name: task }) {
    if (PART.test(name)) return;
    this.count();
    const call = { name: name.split(".")[0], begin: this.cycle, ran: this.current.ran,
      ofRoutine: this.interrupted };
    this.current.open.push(call);
    if (!call.name.startsWith(CREATES)) return;
    this.created.push({ creator: this.current, begin: this.cycle, name: task });
  }

  on_return({ function: name, result }) {
    if (PART.test(name)) return;
    this.count();
    const { name: called, begin, ran, ofRoutine } = this.current.open.pop();
    this.current.calls.push({ name: called, begin, end: this.cycle });
    // What a call of the program calls itself is part of it.
    const isOutermost = this.current.open.length === 0 && this.current.called !== IDLE;
    if (isOutermost && !ofRoutine) this.measure(called, this.current.ran - ran);
    if (called.startsWith(CREATES) && NOT_CREATED.includes(result)) {
      this.created = this.created.filter((creation) => creation.begin !== begin);
    }
  }

  on_trap({ interrupt }) {
    this.count();
    this.interrupted = Boolean(interrupt);
  }

  on_levels({ enabled }) {
    if (!enabled) return;
    this.count();
    this.interrupted = false;
  }

  on_end() {
    for (const task of this.tasks) task.close(this.cycle);
  }
}
