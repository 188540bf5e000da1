// error: thrown expression type 'any Error' cannot be converted to error type 'LoadError'

import MarbleTesting

enum LoadError: Error { case server, cancelled }

func find(_ load: @escaping () async throws(LoadError) -> String) {}

func loadFunctionWithTypedThrows(_ m: Marbles) {
  let load = m.cold("--#", failure: LoadError.server)
  find { () async throws(LoadError) in try await load() }
}
