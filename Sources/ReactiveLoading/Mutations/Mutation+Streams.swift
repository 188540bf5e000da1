public import ReactiveRelays

/// A call to a mutation, as a value.
public enum MutationIntent<Input> {
  /// Starts the write of an input, as ``Mutation/run(_:)``.
  case run(Input)
  /// Cancels every write that waits or runs.
  case cancel
  /// Cancels every write, and clears state and history.
  case reset
}

extension MutationIntent: Sendable where Input: Sendable {}
extension MutationIntent: Equatable where Input: Equatable {}
extension MutationIntent: Hashable where Input: Hashable {}

extension MutationIntent where Input == NoRequest {
  /// Starts a write.
  public static var run: Self { .run(NoRequest()) }
}

extension Mutation {
  /// Performs an intent.
  ///
  /// - Parameter intent: The intent to perform.
  /// - Returns: A handle of the write; its outcome is `skipped(.noLoad)` for an intent that starts
  ///   none.
  @discardableResult
  public func perform(_ intent: MutationIntent<Input>) -> LoadTask<Output, Failure> {
    switch intent {
    case .run(let input): return run(input)
    case .cancel: cancel()
    case .reset: reset()
    }
    return LoadTask(StartedLoad(nil))
  }

  /// Performs the intents of a publisher for the lifetime of the mutation.
  ///
  /// - Parameter intents: The intents. The mutation subscribes immediately and performs each intent
  ///   on the thread that publishes it.
  /// - Returns: The connection, with which the caller may end it earlier. Writes that have started
  ///   continue.
  @discardableResult
  public func perform(
    on intents: some Publisher<MutationIntent<Input>, Never>
  ) -> StreamConnection {
    streams.own(intents) { [weak self] in self?.perform($0) }
  }

  /// Performs the intents of an async sequence for the lifetime of the mutation.
  ///
  /// - Parameter intents: The intents, which a task of the mutation iterates from now on.
  /// - Returns: The connection, with which the caller may end it earlier. Writes that have started
  ///   continue.
  @discardableResult
  public func perform<Intents: AsyncSequence & Sendable>(on intents: Intents) -> StreamConnection
  where Intents.Element == MutationIntent<Input>, Intents.Failure == Never {
    perform(each: intents) { $0 }
  }

  /// Performs an intent for every value of a publisher and ignores the values.
  ///
  /// ```swift
  /// save.perform(.run(draft), on: saveTapped)
  /// send.perform(.reset, on: signedOut)
  /// ```
  ///
  /// - Parameters:
  ///   - intent: The intent to perform for each value.
  ///   - triggers: The values, for instance of a button. The mutation subscribes immediately, for
  ///     its lifetime.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func perform<Trigger>(
    _ intent: MutationIntent<Input>,
    on triggers: some Publisher<Trigger, Never>
  ) -> StreamConnection {
    perform(on: triggers.map { _ in intent })
  }

  /// Performs an intent for every value of an async sequence, which the mutation iterates.
  @discardableResult
  public func perform<Triggers: AsyncSequence & Sendable>(
    _ intent: MutationIntent<Input>,
    on triggers: Triggers
  ) -> StreamConnection where Triggers.Element: Sendable, Triggers.Failure == Never {
    perform(each: triggers) { _ in intent }
  }

  private func perform<Inputs: AsyncSequence & Sendable>(
    each inputs: Inputs,
    _ intent: @escaping @Sendable (Inputs.Element) -> MutationIntent<Input>
  ) -> StreamConnection where Inputs.Element: Sendable, Inputs.Failure == Never {
    streams.own { [weak self] in
      for await input in inputs {
        // A sequence may ignore the cancellation at the end of the mutation.
        guard let self else { return }
        self.perform(intent(input))
        // NB: As in `IntentPerformer`.
        if Task.isCancelled { return }
      }
    }
  }

  private var streams: CancellableBag { storage.streams }
}
