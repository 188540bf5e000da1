import MarbleTesting

/// Fails the test if something that a closure creates has not ended when the closure returns.
///
/// ```swift
/// @Test func `a closed feed leaves nothing behind`() async {
///   await leftovers {
///     let feed = FeedModel { try await api.podcasts(matching: $0) }
///     await feed.reload()
///     #expect(feed.podcasts.state.value == ["swift"])
///   }
/// }
/// ```
///
/// ```
/// Still alive after the test: a load of "podcasts" ("swift"), started in FeedModel.reload().
/// ```
///
/// It finds loads in flight, tasks that wait for a load, subscriptions of relays, relays that show
/// `loading`, objects of ``expectRelease(of:fileID:filePath:line:column:)``, and on Linux all other
/// tasks. It works in Swift Testing and in XCTest, with real clocks and around `marbles`. For a
/// whole test or suite of Swift Testing, use the trait `.leftovers`. See <doc:FindingLeftovers>.
///
/// - Parameters:
///   - grace: The time for code that is still ending on other threads, 1 second by default. A test
///     that leaves nothing behind does not wait for it.
///   - names: Parts of the lines of leftovers that are not reported, such as names of policies.
///   - fileID: The file name in a failure.
///   - filePath: The file of a failure.
///   - line: The line of a failure.
///   - column: The column of a failure.
///   - body: The code to check, which runs on the actor of the caller.
/// - Throws: The error of `body`, after the report.
public func leftovers<Failure: Error>(
  grace: Duration = .seconds(1),
  ignoring names: String...,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws(Failure) -> Void
) async throws(Failure) {
  let check = LeftoverCheck(ignoring: names)
  let (result, text) = await check.run(grace: grace) { () async -> Result<Void, Failure> in
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
  }
  if let text {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    callSite.failTest(text)
  }
  try result.get()
}

/// Expects that an object is released before the end of the test that checks for leftovers.
///
/// ```swift
/// @Test(.leftovers) func `a closed feed is released`() async {
///   let feed = FeedModel { try await api.podcasts(matching: $0) }
///   expectRelease(of: feed)
///   await feed.reload()
/// }
/// ```
///
/// Outside of ``leftovers(grace:ignoring:fileID:filePath:line:column:_:)`` and without the trait
/// `.leftovers`, it reports an issue. See <doc:FindingLeftovers#E8-Objects>.
///
/// - Parameters:
///   - object: The object, which is held weakly.
///   - fileID: The file name in a failure.
///   - filePath: The file of a failure.
///   - line: The line of a failure.
///   - column: The column of a failure.
public func expectRelease(
  of object: AnyObject,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  if LeftoverCheck.current?.expectRelease(of: object, callSite) ?? false { return }
  callSite.failTest(LeftoverCheck.missing)
}
