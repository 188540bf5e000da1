import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Rows that show a key of a cache, over the reset of a scope.
@Suite struct `Rows at sign-out (S9)` {
  @Test func `a row out of sight is cleared, and a visible one shows the same key again`() {
    marbles(on: MainActor.shared) { m in
      let (cache, scope) = m.scopedCache(["j": m.text("-A|", then: ["-B|"])])
      let (hidden, visible) = (m.keep(KeyedModel(cache)), m.keep(KeyedModel(cache)))
      m.hot("-s-x") { sign in if sign == "s" { hidden.show("j") } else { hidden.disappear() } }
      m.hot("-s-----s") { _ in visible.show("j") }
      m.hot("-----r") { _ in m.keep(Task { try await scope.reset() }) }
      m.expect(hidden.states, "nlA--n", textStates)
      m.expect(visible.states, "nlA--n-lB", textStates)
    }
  }

  @Test func `a row that shows another key after the reset keeps it`() {
    marbles(on: MainActor.shared) { m in
      let (cache, scope) = m.scopedCache(["j": m.text("-A|"), "k": m.text("-B|")])
      let row = m.keep(KeyedModel(cache))
      m.hot("-s-x----s") { sign in if sign == "s" { row.show("j") } else { row.disappear() } }
      m.hot("-----k") { _ in row.show("k") }
      m.hot("-------r") { _ in m.keep(Task { try await scope.reset() }) }
      m.expect(row.states, "nlA--lBnlA", textStates)
    }
  }
}
