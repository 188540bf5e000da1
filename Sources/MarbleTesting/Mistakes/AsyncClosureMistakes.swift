/// Unavailable: the body is synchronous.
@available(
  *,
  unavailable,
  message: "the body is synchronous and time starts after it: wrap the call in `Task { await … }`"
)
public func marbles(
  exploring runs: Int? = nil,
  replaying order: MarbleOrder? = nil,
  allowing allowance: MarbleAllowance? = nil,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  watchdog: Duration? = .seconds(60),
  _ body: (Marbles) async throws -> Void
) {}

/// Unavailable: the body is synchronous.
@available(
  *,
  unavailable,
  message: "the body is synchronous and time starts after it: wrap the call in `Task { await … }`"
)
public func marbles(
  on actor: MainActor,
  exploring runs: Int? = nil,
  replaying order: MarbleOrder? = nil,
  allowing allowance: MarbleAllowance? = nil,
  frame: Duration = .milliseconds(10),
  until: Duration? = nil,
  limit: Duration = .seconds(3600),
  watchdog: Duration? = .seconds(60),
  _ body: @MainActor (Marbles) async throws -> Void
) {}

/// Asynchronous steps, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: a step is synchronous.
  @available(*, unavailable, message: "a step is synchronous: wrap the call in `Task { await … }`")
  public func at(_ time: Duration, _ step: () async throws -> Void) {}

  /// Unavailable: the time has no unit.
  @available(*, unavailable, message: "pass a time with a unit: m.at(.milliseconds(30)) { … }")
  public func at(_ time: Int, _ step: () -> Void) {}

  /// Unavailable: the closure is synchronous.
  @available(
    *,
    unavailable,
    message: "the closure is synchronous: wrap the call in `Task { await … }`"
  )
  public func hot(_ diagram: String, _ act: () async throws -> Void) {}

  /// Unavailable: the closure is synchronous.
  @available(
    *,
    unavailable,
    message: "the closure is synchronous: wrap the call in `Task { await … }`"
  )
  public func hot<Table: MarbleTable>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    _ receive: (Table.Value) async throws -> Void
  ) {}
}
