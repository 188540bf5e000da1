import LoadableTesting
import ReactiveLoadable

typealias TextLoader = Loader<NoRequest, String, SampleError>
typealias TextWrite = Mutation<String, String, LoadError>

/// The states of `textStates`, and those with edits: `X` is A with x, `Y` with y, `Z` with both, `W`
/// is B with x, `V` is A with the answer of x, `R` a refresh of X.
let editedStates: [String: TextState] = textStates.merging([
  "X": .loaded("Ax"), "Y": .loaded("Ay"), "Z": .loaded("Axy"), "W": .loaded("Bx"),
  "V": .loaded("Av"), "R": .loading(previous: "Ax"),
]) { $1 }

/// A loader and a key of a cache, which one write edits.
final class TwoTargets: Sendable {
  let badge: TextLoader
  let details: TextCache

  init(_ badge: TextLoader, _ details: TextCache) { (self.badge, self.details) = (badge, details) }
}

extension Marbles {
  /// A badge and a cache, whose first loads take 20 ms and return A.
  func targets(
    badge: [String] = [],
    detail: [String] = [],
    _ policy: CachePolicy<String> = .sample(grace: .zero)
  ) -> TwoTargets {
    TwoTargets(
      textLoader(text("--A|", then: badge)),
      cache(["k": text("--A|", then: detail)], policy)
    )
  }

  func textLoader(_ work: TextWork) -> TextLoader {
    keep(Loader { () async throws(SampleError) in try await work(orCancelled: .second) })
  }

  /// A mutation that appends its input to both targets, with the timing of a diagram for each.
  func appending(
    to targets: TwoTargets,
    _ writes: [String: String],
    overlap: MutationOverlap = .concurrent,
    confirms: Bool = false
  ) -> TextWrite {
    let writes = responses(to: writes, failure: LoadError(SampleError.first))
    let confirm: @Sendable (String, String, inout String) -> Void = { $2 += $1 }
    return keep(
      Mutation(
        policy: MutationPolicy(overlap: overlap),
        editing: [
          .loader(targets.badge, change: { $1 += $0 }, confirm: confirms ? confirm : nil),
          .key(
            targets.details,
            of: { _ in "k" },
            change: { $1 += $0 },
            confirm: confirms ? confirm : nil
          ),
        ],
        write: { input async throws in try await writes(input) }
      )
    )
  }
}
