import FlyingFox
import Foundation
import ReactiveLoadable

/// The connection of a page to its tab: what is sent next, and what is received.
///
/// A message with sections is sent when the page has drawn the one before, so a slow page skips
/// states, and a page that draws nothing is disconnected.
@MainActor
final class TabConnection {
  enum Message: Hashable, Sendable {
    case text(String)
    /// The answer to a ping.
    case pong(Data)
    case close(UInt16, String)
  }

  nonisolated static let largestMessage = 65_536
  static let mostRubbish = 100
  nonisolated static let patience = Duration.seconds(10)
  static let picturePause = Duration.milliseconds(100)

  let tab: Tab
  private let clock: any Clock<Duration>
  private let wakes = BehaviorRelay(())
  private var marks: AnyCancellable?
  private var ticks: Task<Void, any Error>?
  private var sent: [TabSection: JSON] = [:]
  private var answers: [(name: String, value: JSON)] = []
  private var ping: Data?
  private var count = 0
  private var unseen: Int?
  private var watch: Task<Void, any Error>?
  private var rubbish = 0
  private var lanes = (first: 0, count: 0, width: 480)
  /// True if the timeline has changed since the last picture began.
  private var wantsPicture = false
  private var picture: JSON?
  private var drawing: Task<Void, any Error>?
  private var copying: Task<Void, Never>?
  private var end: Message?
  private var isOver = false

  init(to tab: Tab, clock: any Clock<Duration>) {
    (self.tab, self.clock) = (tab, clock)
    marks = tab.marks.sink { [wakes] marks in if !marks.isEmpty { wakes.accept(()) } }
    ticks = Task { [weak self, clock] in
      var stale: Set<LoadBoard.Key> = []
      while true {
        try await clock.sleep(for: .seconds(1))
        self?.tab.noteTime(since: &stale)
      }
    }
  }

  // MARK: Sending

  /// Returns the next message as soon as there is one; nil after the last one.
  func next() async -> Message? {
    if isOver { return nil }
    for await _ in wakes.elements(buffering: .newest(1)) {
      if let message = take() { return message }
    }
    return nil
  }

  private func take() -> Message? {
    if let end {
      isOver = true
      return end
    }
    if let ping {
      defer { self.ping = nil }
      return .pong(ping)
    }
    if !answers.isEmpty {
      defer { answers = [] }
      return .text(JSON(answers.map { ($0.name, $0.value) }).description)
    }
    guard unseen == nil else { return nil }
    let fields = changedSections()
    if !fields.isEmpty { return message(of: fields) }
    // What an intent has changed comes before the picture of it.
    guard let picture else { return nil }
    self.picture = nil
    return message(of: [(TabSection.timeline.rawValue, picture)])
  }

  private func changedSections() -> [(String, JSON)] {
    let marked = tab.marks.update { marks in
      defer { marks = [] }
      return marks
    }
    if marked.contains(.timeline) { draw() }
    return TabSection.allCases.compactMap { section in
      guard section != .timeline, count == 0 || marked.contains(section) else { return nil }
      let value = tab.json(section)
      guard sent.updateValue(value, forKey: section) != value else { return nil }
      return (section.rawValue, value)
    }
  }

  private func message(of fields: [(String, JSON)]) -> Message {
    count += 1
    awaitDrawing(of: count)
    return .text(JSON([("n", JSON(count))] + fields).description)
  }

  /// Draws the timeline next to the main actor, at most ten times a second.
  private func draw() {
    wantsPicture = lanes.count > 0
    guard wantsPicture, drawing == nil else { return }
    wantsPicture = false
    drawing = Task { [weak self, timeline = tab.timeline, lanes, clock] in
      let picture = await timeline.draw(first: lanes.first, count: lanes.count, width: lanes.width)
      self?.show(picture)
      try await clock.sleep(for: Self.picturePause)
      self?.endPause()
    }
  }

  private func show(_ picture: JSON) {
    self.picture = picture
    wakes.accept(())
  }

  private func endPause() {
    drawing = nil
    if wantsPicture { draw() }
  }

  private func awaitDrawing(of number: Int) {
    unseen = number
    watch = Task { [weak self, clock] in
      try await clock.sleep(for: Self.patience)
      self?.close(4003, "The page has not drawn for 10 seconds.")
    }
  }

  /// Ends the connection after the answers that wait.
  func close(_ code: UInt16, _ reason: String) {
    if end == nil { end = .close(code, reason) }
    marks = nil
    for task in [watch, ticks, drawing] { task?.cancel() }
    wakes.accept(())
  }

  private func answer(_ name: String, _ value: JSON) {
    // A newer answer replaces one that was not sent yet.
    answers.removeAll { $0.name == name }
    answers.append((name, value))
    wakes.accept(())
  }

  // MARK: Receiving

  func receive(_ message: Data) {
    guard end == nil else { return }
    do throws(TabIntent.Rubbish) {
      perform(try TabIntent(message))
    } catch {
      rubbish += 1
      answer("problem", JSON(error.sentence))
      if rubbish >= Self.mostRubbish { close(4002, "100 messages were no intents.") }
    }
  }

  func receive(ping: Data) {
    self.ping = ping
    wakes.accept(())
  }

  func receiveTooMuch() { close(4002, "A message has more than 64 kB.") }

  /// Answers with a long text, which is written next to the main actor; one at a time.
  private func copy(_ name: String, _ write: @escaping @Sendable () async -> String) {
    guard copying == nil else { return }
    copying = Task { [weak self] in
      let text = await write()
      self?.answer(name, JSON(text))
      self?.copying = nil
    }
  }

  private func perform(_ intent: TabIntent) {
    switch intent {
    case .seen(let number):
      guard number == unseen else { return }
      unseen = nil
      watch?.cancel()
      wakes.accept(())
    case .lanes(let first, let count, let width):
      lanes = (first, min(count, 100), width ?? lanes.width)
      tab.marks.update { _ = $0.insert(.timeline) }
    case .inspect(let event): answer("inspected", tab.timeline.inspect(event))
    case .copyTest: copy("test") { [tab] in await tab.test() }
    case .copyPicture: copy("picture") { [timeline = tab.timeline] in await timeline.svg() }
    default: if let refusal = tab.perform(intent) { answer("problem", JSON(refusal.sentence)) }
    }
  }
}
