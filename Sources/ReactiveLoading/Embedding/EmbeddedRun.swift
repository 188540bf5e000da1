import Atomics

/// The tickets of embedded machines, unique in the process.
///
/// Otherwise copies of a machine would give the same tickets to different loads.
package enum EmbeddedTickets {
  /// The number of tickets that a machine may use in one decision.
  ///
  /// A decision about a load uses one, and one about a list at most one for each end and its load.
  /// The other tickets of the block stay unused.
  static let block: UInt = 64

  private static let last = ManagedAtomic<UInt>(0)

  /// Returns the first ticket of a new block, which is never zero, for the next decision.
  package static func next() -> UInt {
    last.wrappingIncrementThenLoad(by: block, ordering: .relaxed)
  }

  /// Checks that a decision has used no ticket of the next block.
  package static func check(_ last: UInt, of block: UInt) {
    assert(
      last < block + Self.block,
      "A decision used \(last - block) tickets, but a block has \(Self.block)."
    )
  }
}

/// The work that an embedded machine requests: a load, or a page.
package struct EmbeddedRun<Request: Hashable & Sendable>: Sendable {
  private let box: Box<Request>
  /// The attempt to perform.
  package let attempt: EmbeddedAttempt

  package init(
    _ request: Box<Request>,
    load: UInt,
    requestNumber: UInt,
    _ cycle: AttemptCycle,
    _ cause: LoadCause
  ) {
    box = request
    attempt = EmbeddedAttempt(
      load: load,
      requestNumber: requestNumber,
      cycle: cycle,
      cause: cause
    )
  }

  /// The request to load, in a box.
  package var anyRequest: AnyBox { box }
  /// The request to load.
  package var request: Request { box.value }
  /// The number of the load for its handles; one load can include several pages.
  package var load: UInt { attempt.load }
  /// The number of the last request for the load.
  package var requestNumber: UInt { attempt.requestNumber }
  package var ticket: UInt { attempt.ticket }
}

/// The attempt that a run is in, without its request.
package struct EmbeddedAttempt: Hashable, Sendable {
  let load: UInt
  /// The number of the last request for the load.
  ///
  /// It is unique among all loads, and later numbers are larger.
  package let requestNumber: UInt
  let cycle: AttemptCycle
  let cause: LoadCause

  var ticket: UInt { cycle.ticket }

  /// Returns whether this is the same run, in any attempt.
  func isSameRun(as other: Self) -> Bool { cycle.first == other.cycle.first }
}
