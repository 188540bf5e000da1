// error: the load function returns another type than the values of this input: pass a table of its values, m.cold("--x|", ["x": …]); for a diagram without values it is [String: Value]()

import MarbleTesting

struct Gone: Error {}

func load(_ load: @escaping () async throws -> Int) {}

func failureOfAValueThatIsNotAString(_ m: Marbles) {
  let answer = m.cold("--#", failure: Gone())
  load { try await answer() }
}
