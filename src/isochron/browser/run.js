// SPDX-License-Identifier: Apache-2.0
// One run of a program on the simulator, in a browser's worker or in Node.
"use strict";

const ELF = "/program.elf";
const PROGRESS = "progress ";

// Lets the simulator write lines of JSON to a device; `told` is called with the records of each part.
function addDevice(simulator, number, path, told) {
  const decoder = new TextDecoder();
  const device = simulator.FS.makedev(64, number);
  let rest = "";
  simulator.FS.registerDevice(device, {
    open(stream) { stream.seekable = false; },
    write(stream, bytes, offset, length) {
      const part = Uint8Array.from(bytes.subarray(offset, offset + length));
      const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
      rest = lines.pop();
      if (lines.length) told(lines.map((line) => JSON.parse(line)));
      return length;
    },
  });
  simulator.FS.mkdev(path, device);
}

// Runs a program to its end and returns the exit code of the simulator.
//   elf: the program's bytes; functions: names of those whose calls are traced
//   told: functions that are called with what happens
//     line(text) of output, error(text), progress(cycles), records([...]) of the probes,
//     trace([...]), in the order of time
async function runProgram(createSimulator, elf, functions, told) {
  let code = 0;
  const simulator = await createSimulator({
    print: told.line,
    printErr(text) {
      if (text.startsWith(PROGRESS)) told.progress(Number(text.slice(PROGRESS.length)));
      else told.error(text);
    },
    quit(status, stopped) {
      code = status;
      throw stopped;
    },
  });
  simulator.FS.writeFile(ELF, elf);
  addDevice(simulator, 0, "/dev/records", told.records);
  addDevice(simulator, 1, "/dev/trace", told.trace);
  const traced = functions.flatMap((name) => ["--trace-function", name]);
  simulator.callMain(["--elf", ELF, "--probe-file", "/dev/records", "--trace-file", "/dev/trace",
    "--progress", ...traced]);
  return code;
}
