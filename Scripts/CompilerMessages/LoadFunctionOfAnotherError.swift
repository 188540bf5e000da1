// error: type 'Offline' has no member 'cancelled'

import MarbleTesting

enum SearchError: Error { case server, cancelled }

struct Offline: Error {}

func search(_ load: @escaping () async throws(SearchError) -> String) {}

func loadFunctionOfAnotherError(_ m: Marbles) {
  let load = m.cold("--#", failure: Offline())
  search { () async throws(SearchError) in try await load(orCancelled: .cancelled) }
}
