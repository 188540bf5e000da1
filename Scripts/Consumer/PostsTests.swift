import LoadableTesting
import Posts
import Testing

@Test func `posts are loaded`() {
  marbles { m in
    let answer = m.cold("-x|", ["x": ["one"]])
    let posts = m.keep(Posts { try await answer() })
    m.hot("-a") { posts.titles.load() }
    m.expect(posts.titles.states, "nld", .states(loaded: ["d": ["one"]]))
  }
}
