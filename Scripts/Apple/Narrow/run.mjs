// Runs the checks of a module where Int has 32 bits. The dates are compared with those of JavaScript.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const swift = instance.exports;
let failed = false;

function check(name, faults) {
  console.log(`${name}: ${faults === 0 ? "ok" : faults}`);
  if (faults !== 0) failed = true;
}

// A trap is a fault, too, and does not hide those of the other checks.
function counted(body) {
  try {
    return body();
  } catch (error) {
    return `a trap: ${error.message}`;
  }
}

function dates() {
  const address = swift.text();
  const bytes = () => new Uint8Array(swift.memory.buffer, address, 64);
  let faults = 0;
  // From the year 0 to 9999, in steps of three months.
  for (let seconds = -62_167_219_200; seconds <= 253_402_300_799; seconds += 7_777_777) {
    const expected = new Date(seconds * 1000).toUTCString();
    const length = swift.write(seconds);
    const text = new TextDecoder().decode(bytes().slice(0, length));
    if (text !== expected || swift.read(length) !== seconds) faults += 1;
  }
  // The three formats, after 2038.
  const formats = [
    ["Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648],
    ["Tuesday, 19-Jan-38 03:14:08 GMT", 2_147_483_648],
    ["Thu Jan 19 03:14:08 2068", 3_094_168_448],
  ];
  for (const [text, seconds] of formats) {
    bytes().set(new TextEncoder().encode(text));
    if (swift.read(text.length) !== seconds) faults += 1;
  }
  return faults;
}

check("32 bits", swift.bits() - 32);
for (const name of ["hashTable", "pages", "eviction", "numbers"]) check(name, counted(swift[name]));
check("dates", counted(dates));
process.exit(failed ? 1 : 0);
