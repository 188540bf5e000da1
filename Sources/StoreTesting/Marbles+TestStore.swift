public import MarbleTesting
public import ReactiveStore

extension Marbles {
  /// Creates a test store, whose steps must check every action.
  ///
  /// ```swift
  /// let store = m.testStore(Library.State()) { Library { try await answer() } }
  /// ```
  ///
  /// The store lives until the end of the run. Its contract is <doc:TestingAStoreStepByStep>.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - middleware: The middleware that receives each action before the reducer, in this order.
  ///   - check: The checks of its steps; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure about leftovers.
  ///   - column: The column of a failure about leftovers.
  ///   - reducer: The reducer, which is built once.
  /// - Returns: The store, for use in the body of the run.
  public func testStore<State: Equatable, Action, R: Reducer<State, Action>>(
    _ state: State,
    middleware: [Middleware<State, Action>] = [],
    checking check: StepCheck = .exhaustive,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) -> TestStore<State, Action> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let store = TestStore(state, middleware, check, reducer(), self, at: callSite)
    if mayStep("m.testStore", at: callSite) { checkAtEnd(at: callSite) { store.leftoverText } }
    return store
  }
}
