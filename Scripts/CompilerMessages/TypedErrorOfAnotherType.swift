// error: the load function throws another type than the failure of this input: pass an error of its type, m.cold("--#", failure: …)

import MarbleTesting

enum QueryError: Error { case server, cancelled }

struct NoNetwork: Error {}

func query(_ load: @escaping () async throws(QueryError) -> String) {}

func typedErrorOfAnotherType(_ m: Marbles) {
  let load = m.cold("--#", failure: NoNetwork())
  query { () async throws(QueryError) in try await load(orCancelled: QueryError.cancelled) }
}
