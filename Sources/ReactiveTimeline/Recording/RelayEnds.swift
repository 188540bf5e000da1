import CombineShim
import ReactiveRelays

/// Returns whether the relays that a publisher derives from have ended, one function for each.
///
/// A relay ends when its owner is released, and so does a publisher that only derives from relays.
func relayEnds(of publisher: any Publisher) -> [@Sendable () -> Bool] {
  var ends: [@Sendable () -> Bool] = []
  find(&ends, in: publisher, depth: 0)
  return ends
}

/// Looks only at publishers and at the boxes of type-erased ones, because the mirror of a recorded
/// value can be code of the caller.
private func find(_ ends: inout [@Sendable () -> Bool], in value: Any, depth: Int) {
  if let relay = value as? any RelayPublisher {
    ends.append(end(of: relay))
    return
  }
  guard depth < 32 else { return }
  for child in Mirror(reflecting: value).children
  where child.value is any Publisher || child.label == "box" {
    find(&ends, in: child.value, depth: depth + 1)
  }
}

private func end(of relay: some RelayPublisher) -> @Sendable () -> Bool { relay.source.hasEnded }
