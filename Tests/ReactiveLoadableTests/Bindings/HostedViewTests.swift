#if canImport(SwiftUI) && canImport(AppKit)
import AppKit
import Foundation
import Observation
import ReactiveLoadable
import SwiftUI
import Testing

// NB: Only a run loop draws a view, so these tests wait in real time, each for one event. They have
// been type-checked against stubs (Scripts/apple.sh) and not run yet.

@Suite(.serialized) @MainActor struct `Views in a window` {
  @Test func `a pull to refresh keeps the content and its state`() async throws {
    let (answers, log) = (Answers(), ContentLog())
    let model = answers.model
    let host = Host(Screen(model: model, log: log))
    defer { host.close() }
    try await host.wait { answers.calls == 1 }
    answers.give(.success("old"))
    try await host.wait { log.text == "old" }

    let refresh = try #require(log.refresh, "`.refreshable(model)` sets no refresh action.")
    let pull = Task { await refresh() }
    try await host.wait { answers.calls == 2 }
    try await host.turn(times: 20)
    #expect(model.state == .loading(previous: "old"))
    #expect(log.text == "old")

    answers.give(.success("new"))
    await pull.value
    try await host.wait { log.text == "new" }
    #expect(log.tokens.count == 1, "The content was made again, and has lost its state.")
    #expect(log.appearances == 1)
    #expect(log.disappearances == 0)
  }

  @Test func `a load that fails is called once, and once more by a retry`() async throws {
    let answers = Answers()
    let model = answers.model
    let host = Host(Screen(model: model, log: ContentLog()))
    defer { host.close() }
    for calls in 1...2 {
      try await host.wait { answers.calls == calls }
      answers.give(.failure(URLError(.timedOut)))
      try await host.wait { model.state.error != nil }
      try await host.turn(times: 20)
      #expect(answers.calls == calls, "A failure led to another load.")
      if calls == 1 { model.retry() }
    }
  }

  @Test func `onAppearOnce runs once for a view that appears again`() async throws {
    let count = AppearanceCount()
    let host = Host(CountedView(count: count))
    defer { host.close() }
    try await host.wait { count.appearances == 1 }
    host.hide()
    try await host.wait { count.disappearances == 1 }
    host.show()
    try await host.wait { count.appearances == 2 }
    try await host.turn(times: 20)
    #expect(count.first == 1)
  }

  @Test func `onAppearOnce runs again for another identity`() async throws {
    let count = AppearanceCount()
    let host = Host(CountedView(count: count))
    defer { host.close() }
    try await host.wait { count.first == 1 }
    count.id += 1
    try await host.wait { count.first == 2 }
  }
}

// MARK: The screens

/// A screen of the package's views and modifiers, as in the article on holding a loader.
private struct Screen: View {
  let model: ValueModel<String>
  let log: ContentLog

  var body: some View {
    LoadableView(model.state) { text in
      Content(text: text, log: log)
    } loading: { loading in
      if loading.previous == nil { ProgressView() }
    } failed: { failed in
      Text(failed.error.localizedDescription)
    }
    .loadOnAppear(model)
    .refreshable(model)
  }
}

private struct Content: View {
  let text: String
  let log: ContentLog
  @Environment(\.refresh) private var refresh
  /// A different object if SwiftUI creates a second view instead of this one.
  @State private var token = Token()

  var body: some View {
    let _ = log.draw(text, token, refresh)
    Text(text)
      .onAppear { log.appearances += 1 }
      .onDisappear { log.disappearances += 1 }
  }
}

private final class Token {}

/// The states that the content of a screen has drawn.
@MainActor private final class ContentLog {
  private(set) var text: String?
  private(set) var refresh: RefreshAction?
  private(set) var tokens: [Token] = []
  var appearances = 0
  var disappearances = 0

  func draw(_ text: String, _ token: Token, _ refresh: RefreshAction?) {
    self.text = text
    self.refresh = refresh
    if !tokens.contains(where: { $0 === token }) { tokens.append(token) }
  }
}

private struct CountedView: View {
  let count: AppearanceCount

  var body: some View {
    Text("Counted")
      .onAppear { count.appearances += 1 }
      .onDisappear { count.disappearances += 1 }
      .onAppearOnce { count.first += 1 }
      .id(count.id)
  }
}

@MainActor @Observable private final class AppearanceCount {
  var id = 0
  @ObservationIgnored var appearances = 0
  @ObservationIgnored var disappearances = 0
  @ObservationIgnored var first = 0
}

/// A load function whose results the test provides.
@MainActor private final class Answers {
  private(set) var calls = 0
  private var call: CheckedContinuation<String, any Error>?

  var model: ValueModel<String> {
    LoaderModel(Loader { try await self.load() })
  }

  private func load() async throws -> String {
    calls += 1
    return try await withCheckedThrowingContinuation { call = $0 }
  }

  func give(_ answer: Result<String, any Error>) { call.take()?.resume(with: answer) }
}

// MARK: The window

/// A window that shows a view.
@MainActor private final class Host {
  private let window: NSWindow
  private let view: NSView

  init(_ view: some View) {
    _ = NSApplication.shared
    self.view = NSHostingView(rootView: view)
    window = NSWindow(
      contentRect: CGRect(x: 0, y: 0, width: 300, height: 300),
      styleMask: .titled,
      backing: .buffered,
      defer: false
    )
    window.isReleasedWhenClosed = false
    show()
  }

  func show() {
    window.contentView = view
    window.orderFrontRegardless()
  }

  func hide() { window.contentView = NSView(frame: .zero) }

  func close() {
    window.contentView = nil
    window.close()
  }

  /// Waits until a condition holds; records an issue after five minutes.
  func wait(
    until isFulfilled: () -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while !isFulfilled(), ContinuousClock.now < end { try await turn(times: 1) }
    try #require(isFulfilled(), "It has not happened in 300 s.", sourceLocation: sourceLocation)
  }

  /// Runs several turns of the run loop and the main actor.
  func turn(times: Int) async throws {
    for _ in 0..<times {
      window.layoutIfNeeded()
      runRunLoop()
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func runRunLoop() { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
}
#endif
