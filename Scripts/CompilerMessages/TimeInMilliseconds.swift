// error: pass a time with a unit: m.at(.milliseconds(30)) { … }

import MarbleTesting

func timeInMilliseconds(_ m: Marbles) {
  m.at(30) {}
}
