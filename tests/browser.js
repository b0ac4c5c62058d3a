// SPDX-License-Identifier: Apache-2.0
// Runs a program in Node as a browser's worker does, and follows it as the page does:
// node browser.js SIMULATOR FOLDER ELF [FUNCTION]...; prints what there was, as JSON.
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [simulator, folder, elf, ...functions] = process.argv.slice(2);
for (const name of ["run.js", "follow.js", "perfetto.js"]) {
  vm.runInThisContext(fs.readFileSync(path.join(folder, name), "utf-8"));
}
const told = { output: [], errors: [], records: [], trace: [] };
const followed = vm.runInThisContext("new Run()");
runProgram(require(simulator), fs.readFileSync(elf), functions, {
  line: (text) => told.output.push(text),
  error: (text) => told.errors.push(text),
  progress: () => {},
  records: (records) => told.records.push(...records),
  trace(records) {
    told.trace.push(...records);
    for (const record of records) followed.trace(record);
  },
}).then((code) => {
  const perfetto = JSON.parse(perfettoTrace([["run", followed]]));
  fs.writeSync(1, JSON.stringify({
    run: { code, ...told }, perfetto, measured: Object.fromEntries(followed.measured) }));
});
