import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// States that are restored to an earlier loading state.
@Suite struct `Adversarial tests of restored states (S11, S16, S8)` {
  @Test func `a state restored from before a retry has its timeout`() {
    marbles { m in
      let (first, gate) = (m.cold("-#", failure: Broken()), Gate())
      let calls = Log<String>()
      let policy = LoadPolicy(
        retry: .constant(.milliseconds(50), limit: 1),
        timeout: LoadTimeout(load: .milliseconds(60)),
        clock: m.clock
      )
      let store = m.keep(
        Store(RestorableText.State()) {
          RestorableText(policy: policy) { request, _ in
            calls.note(request)
            if calls.entries.count == 1 { return try await first() }
            await gate.wait()
            return request
          }
        }
      )
      m.hot("-l") { store.send(.text(.load("x"))) }
      m.hot("---n") { store.send(.save) }
      m.hot("----r") { store.send(.text(.reset)) }
      m.hot("-----b") { store.send(.restore) }
      m.at(.milliseconds(300)) {
        #expect(!store.state.text.isLoading)
        gate.open()
      }
    }
  }

  @Test func `a state restored from before a requested retry waits for it`() {
    marbles { m in
      let (first, gate) = (m.cold("-#", failure: Broken()), Gate())
      let calls = Log<String>()
      let policy = LoadPolicy(retry: .constant(.milliseconds(50), limit: 3), clock: m.clock)
      let store = m.keep(
        Store(RestorableText.State()) {
          RestorableText(policy: policy) { request, _ in
            calls.note(request)
            switch calls.entries.count {
            case 1: return try await first()
            case 2: await gate.wait()
            default: break
            }
            return request
          }
        }
      )
      m.hot("-l") { store.send(.text(.load("x"))) }
      m.hot("---n") { store.send(.save) }
      m.hot("----r") { store.send(.text(.retry)) }
      m.hot("-----b") { store.send(.restore) }
      m.at(.milliseconds(300)) {
        #expect(store.state.text.value == "x")
        gate.open()
      }
    }
  }

  @Test func `restoring an earlier state of a load is no request`() {
    marbles { m in
      let answer = m.cold("-------A|")
      let store = m.keep(
        Store(RestorableText.State()) {
          RestorableText { _, _ in try await answer() }
        }
      )
      m.hot("-l") { store.send(.text(.load("x"))) }
      m.hot("--n") { store.send(.save) }
      m.hot("---l") { store.send(.text(.load("x"))) }
      m.hot("----b") { store.send(.restore).cancel() }
      m.expectSubscriptions(answer, ["-^------!"])
    }
  }

  @Test func `a page restored from before a requested retry waits for it`() {
    marbles { m in
      let (first, gate) = (m.cold("-#", failure: Broken()), Gate())
      let calls = Log<String>()
      let load = LoadPolicy(retry: .constant(.milliseconds(50), limit: 3), clock: m.clock)
      let store = m.keep(
        Store(Album()) {
          Reduce<Album, Album.Action> { album, action in
            switch action {
            case .save: album.saved = album.pages
            case .restore: album.pages = album.saved
            case .pages: break
            }
            return .none
          }
          .paged(state: \.pages, action: .pages, policy: PagingPolicy(load: load)) { _, _ in
            calls.note("x")
            switch calls.entries.count {
            case 1: _ = try await first()
            case 2: await gate.wait()
            default: break
            }
            return Page([Album.Picture(id: 1)], next: nil)
          }
        }
      )
      m.hot("-l") { store.send(.pages(.load)) }
      m.hot("---n") { store.send(.save) }
      m.hot("----r") { store.send(.pages(.retry)) }
      m.hot("-----b") { store.send(.restore) }
      m.at(.milliseconds(300)) {
        #expect(!store.state.pages.loadable.isLoading)
        gate.open()
      }
    }
  }
}

/// A list of pictures, and a copy of it to restore.
private struct Album: Sendable {
  struct Picture: Sendable, Hashable, Identifiable {
    let id: Int
  }

  enum Action: Sendable {
    case save
    case restore
    case pages(PagingAction<NoRequest, Int, Picture>)
  }

  var pages = PagedState<NoRequest, Int, Picture>()
  var saved = PagedState<NoRequest, Int, Picture>()
}

extension CasePath<Album.Action, PagingAction<NoRequest, Int, Album.Picture>> {
  fileprivate static let pages = Self(Album.Action.pages) {
    if case .pages(let action) = $0 { action } else { nil }
  }
}
