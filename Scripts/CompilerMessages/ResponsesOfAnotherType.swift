// error: without a table the values are Strings: pass a table of their type, m.responses(to: …, ["x": …])

import MarbleTesting

func responsesOfAnotherType(_ m: Marbles) {
  let load: MarbleResponses<String, Int, Never> = m.responses(to: ["swift": "-x|"])
  _ = load
}
