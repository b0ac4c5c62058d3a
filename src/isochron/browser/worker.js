// SPDX-License-Identifier: Apache-2.0
// Runs a program in a thread of its own, and tells the page what happens.
"use strict";

importScripts("simulator.js", "run.js");

onmessage = async ({ data: { elf, functions } }) => {
  const tell = (what) => (value) => postMessage({ what, value });
  const told = Object.fromEntries(
    ["line", "error", "progress", "records", "trace"].map((what) => [what, tell(what)]));
  tell("code")(await runProgram(createSimulator, elf, functions, told));
};
