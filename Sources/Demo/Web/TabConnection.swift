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
  static let patience = Duration.seconds(10)

  let tab: Tab
  private let clock: any Clock<Duration>
  private let wakes = BehaviorRelay(())
  private var marks: AnyCancellable?
  private var sent: [TabSection: JSON] = [:]
  private var answers: [(name: String, value: JSON)] = []
  private var ping: Data?
  private var count = 0
  private var unseen: Int?
  private var watch: Task<Void, any Error>?
  private var rubbish = 0
  private var end: Message?
  private var isOver = false

  init(to tab: Tab, clock: any Clock<Duration>) {
    (self.tab, self.clock) = (tab, clock)
    marks = tab.marks.sink { [wakes] marks in if !marks.isEmpty { wakes.accept(()) } }
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
      marks = nil
      watch?.cancel()
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
    let marked = tab.marks.update { marks in
      defer { marks = [] }
      return marks
    }
    let sections = count == 0 ? TabSection.allCases : TabSection.allCases.filter(marked.contains)
    var fields: [(String, JSON)] = []
    for section in sections {
      let value = tab.json(section)
      guard sent.updateValue(value, forKey: section) != value else { continue }
      fields.append((section.rawValue, value))
    }
    guard !fields.isEmpty else { return nil }
    count += 1
    awaitDrawing(of: count)
    return .text(JSON([("n", JSON(count))] + fields).description)
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
    do {
      try perform(try TabIntent(message))
    } catch let error as TabIntent.Rubbish {
      rubbish += 1
      answer("problem", JSON(error.sentence))
      if rubbish >= Self.mostRubbish { close(4002, "100 messages were no intents.") }
    } catch let error as Tab.Refusal {
      answer("problem", JSON(error.sentence))
    } catch {}
  }

  func receive(ping: Data) {
    self.ping = ping
    wakes.accept(())
  }

  func receiveTooMuch() { close(4002, "A message has more than 64 kB.") }

  private func perform(_ intent: TabIntent) throws {
    switch intent {
    case .seen(let number):
      guard number == unseen else { return }
      unseen = nil
      watch?.cancel()
      wakes.accept(())
    default: try tab.perform(intent)
    }
  }
}
