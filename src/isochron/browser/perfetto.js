// SPDX-License-Identifier: Apache-2.0
// Runs as a trace for ui.perfetto.dev, in the JSON that it reads: a cycle is shown as a nanosecond.
"use strict";

const NANOSECOND = 0.001;  // In the format's unit

function slice(pid, tid, name, begin, end) {
  return { ph: "X", pid, tid, name, ts: begin * NANOSECOND, dur: (end - begin) * NANOSECOND };
}

function* eventsOf(run, pid, title) {
  const named = (what, tid, args) => ({ ph: "M", name: what, pid, tid, args });
  yield named("process_name", 0, { name: title });
  for (const [place, task] of run.tasks.entries()) {
    const [states, calls] = [2 * place + 1, 2 * place + 2];
    for (const [tid, name] of [[states, task.name], [calls, `${task.name}: calls`]]) {
      yield named("thread_name", tid, { name });
      yield named("thread_sort_index", tid, { sort_index: tid });
    }
    for (const { name, begin, end } of task.states) {
      if (name && (end ?? run.cycle) > begin) yield slice(pid, states, name, begin, end ?? run.cycle);
    }
    for (const { name, begin, end } of task.calls) yield slice(pid, calls, name, begin, end);
  }
}

// The trace of some runs, each [title, run].
function perfettoTrace(runs) {
  const traceEvents = runs.flatMap(([title, run], place) => [...eventsOf(run, place + 1, title)]);
  return JSON.stringify({ traceEvents, displayTimeUnit: "ns" });
}
