public import MarbleTesting
public import ReactiveStore

extension Marbles {
  /// Makes a store whose every action has to be looked at.
  ///
  /// ```swift
  /// let store = m.testStore(Library.State()) { Library { try await answer() } }
  /// ```
  ///
  /// It lives until time is over. <doc:TestingAStoreStepByStep> has what it promises.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - middleware: What sees each action before the reducer, the first one first.
  ///   - check: How much is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line at which what is left in the end is shown.
  ///   - column: The column at which that is shown.
  ///   - reducer: Changes the state; it is made once.
  /// - Returns: The store, to be used in the body of the run.
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
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let origin = StorePlace(fileID, filePath, line, column)
    let store = TestStore(state, middleware, check, reducer(), self, at: origin)
    if mayStep("m.testStore", at: place) { complain(at: place) { store.textOfWhatIsLeft } }
    return store
  }
}
