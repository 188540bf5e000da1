// error: cannot convert value of type 'MarbleCold<String, Never>' to expected argument type 'nonisolated(nonsending) () async throws -> String'

import MarbleTesting

func fetch(_ load: @escaping () async throws -> String) {}

func inputAsALoadFunction(_ m: Marbles) {
  fetch(m.cold("--x|"))
}
