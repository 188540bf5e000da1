// error: cannot convert value of type 'Int' to expected dictionary key type 'String'

import MarbleTesting

func tableWithNumbersAsNames(_ m: Marbles) {
  _ = m.hot("1-2|", [1: "a", 2: "b"])
}
