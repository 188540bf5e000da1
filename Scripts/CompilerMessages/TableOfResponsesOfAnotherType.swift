// error: the values of the table must have the type of the answers

import MarbleTesting

func tableOfResponsesOfAnotherType(_ m: Marbles) {
  let load: MarbleResponses<String, Int, Never> = m.responses(to: ["swift": "-x|"], ["x": "one"])
  _ = load
}
