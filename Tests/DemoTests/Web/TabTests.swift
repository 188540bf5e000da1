import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import Demo

@MainActor @Suite(.needsImmediateTasks) struct TabTests {
  @Test func `a user signs in and sees the list`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: " Ada ")
      #expect(page.section("session")["phase"] as? String == "signedIn")
      #expect(page.section("session")["user"] as? String == "Ada")
      #expect(page.section("screen")["name"] as? String == "list")
      #expect(page.rows("list").count == 12)
      #expect(page.value("list")["total"] as? Int == 40)
      page.send(.more)
      try await world.wait()
      #expect(page.rows("list").count == 24)
      page.disconnect()
    }
  }

  @Test func `an edit is visible in list, details and favorites at once, and rolled back`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.favorite(id: 1, on: true))
      page.send(.show(screen: .favorites))
      page.send(.open(id: 1))
      try await world.wait()
      #expect(page.stars(of: 1) == [0, 0, 0])
      page.send(.make(trouble: .fail, on: true))
      page.send(.rate(id: 1, stars: 5))
      try await world.wait(.milliseconds(5))
      #expect(page.stars(of: 1) == [5, 5, 5])
      #expect(page.rows("list").first?["unsaved"] as? Bool == true)
      try await world.wait(.milliseconds(300))
      #expect(page.stars(of: 1) == [0, 0, 0])
      #expect(page.section("write")["phase"] as? String == "failed")
      page.send(.rate(id: 1, stars: 4))
      try await world.wait()
      #expect(page.stars(of: 1) == [4, 4, 4])
      page.send(.favorite(id: 1, on: false))
      try await world.wait(.milliseconds(5))
      #expect(page.rows("favorites").isEmpty)
      page.disconnect()
    }
  }

  @Test func `a sign-out during loads leaves nothing for the next user`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.rate(id: 1, stars: 5))
      page.send(.open(id: 1))
      page.send(.search(text: "paper"))
      page.send(.signOut)
      try await world.wait(.milliseconds(1))
      #expect(page.section("session")["phase"] as? String == "signedOut")
      #expect(page.sections["list"] is NSNull && page.sections["detail"] is NSNull)
      #expect(page.sections["searchText"] as? String == "")
      page.send(.signIn(user: "Bob"))
      try await world.wait(.seconds(1))
      #expect(page.section("session")["user"] as? String == "Bob")
      #expect(page.value("list")["query"] as? String == "")
      #expect(page.stars(of: 1) == [0, nil, nil])
      page.disconnect()
    }
  }

  @Test func `what failed offline is loaded again when the connection is back`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.make(trouble: .offline, on: true))
      page.send(.open(id: 2))
      page.send(.refresh(what: .list))
      try await world.wait()
      #expect(page.section("detail")["phase"] as? String == "failed")
      #expect(page.section("list")["phase"] as? String == "failed")
      #expect(page.rows("list").count == 12)
      page.send(.make(trouble: .offline, on: false))
      try await world.wait()
      #expect(page.section("detail")["phase"] as? String == "loaded")
      #expect(page.section("list")["phase"] as? String == "loaded")
      page.disconnect()
    }
  }

  @Test func `quick typing is one request`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      let before = world.routes.log.entries.count
      for text in ["p", "pa", "paper"] { page.send(.search(text: text)) }
      try await world.wait(.seconds(1))
      #expect(world.routes.log.entries.dropFirst(before).map(\.query) == ["paper"])
      #expect(page.rows("list").map { $0["title"] as? String } == ["Paper Comets"])
      page.disconnect()
    }
  }

  @Test func `a value becomes stale without an event`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      #expect(page.section("list")["stale"] as? Bool == false)
      page.send(.later(seconds: 25))
      try await world.wait(.seconds(1))
      #expect(page.section("list")["stale"] as? Bool == true)
      page.send(.show(screen: .favorites))
      page.send(.show(screen: .list))
      try await world.wait(.milliseconds(500))
      #expect(page.section("list")["stale"] as? Bool == false)
      try await world.wait(.seconds(26))
      #expect(page.section("list")["stale"] as? Bool == true)
      page.disconnect()
    }
  }

  @Test func `expired tokens are renewed once, and no screen fails`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.open(id: 1))
      try await world.wait()
      page.send(.expire)
      try await world.wait()
      page.send(.refresh(what: .list))
      page.send(.refresh(what: .detail))
      try await world.wait()
      #expect(page.section("list")["phase"] as? String == "loaded")
      #expect(page.section("detail")["phase"] as? String == "loaded")
      #expect(world.routes.log.entries.count { $0.path == "/app/renewal" } == 1)
      page.disconnect()
    }
  }

  @Test(arguments: [
    "<b onload=alert(1)>&amp;\"'", "שלום (עולם)", "👩‍🚀🇩🇪", "\u{202E}abc", "\u{0}\u{1}x",
  ])
  func `any name and any search arrive unchanged`(name: String) throws {
    try TabWorld.run { world in
      let page = try await world.page(of: name)
      #expect(page.section("session")["user"] as? String == name)
      page.send(.search(text: name))
      try await world.wait(.seconds(1))
      #expect(page.sections["searchText"] as? String == name)
      #expect(page.value("list")["query"] as? String == name)
      page.send(.lanes(first: 0, count: 8, width: 700))
      try await world.wait()
      let svg = page.section("timeline")["svg"] as? String ?? ""
      #expect(svg.hasSuffix("</svg>\n") && !svg.contains("<b onload"))
      page.disconnect()
    }
  }

  @Test(arguments: ["", "  ", String(repeating: "a", count: 41)])
  func `a name needs 1 to 40 characters`(name: String) throws {
    try TabWorld.run { world in
      let page = try await world.page(of: name)
      #expect(page.sections["problem"] as? String == "A name has 1 to 40 characters.")
      page.send(.more)
      try await world.wait()
      #expect(page.sections["problem"] as? String == "Sign in first.")
      page.disconnect()
    }
  }

  @Test func `the timeline has the places of its events, and their values`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.lanes(first: 0, count: 2, width: 700))
      try await world.wait(.seconds(1))
      let timeline = page.section("timeline")
      #expect((timeline["names"] as? [String])?.count == timeline["lanes"] as? Int)
      let events = timeline["events"] as? [[String: Any]] ?? []
      #expect(Set(events.compactMap { $0["lane"] as? Int }) == [1])
      let last = try #require(events.last)
      #expect((last["name"] as? String)?.hasPrefix("movies: 12 rows") == true)
      page.send(.inspect(event: last["id"] as? String ?? ""))
      try await world.wait()
      #expect((page.section("inspected")["text"] as? String)?.contains("Paper Comets") == true)
      page.send(.inspect(event: "another"))
      try await world.wait()
      #expect(page.section("inspected")["text"] as? String == "no longer recorded")
      page.disconnect()
    }
  }

  @Test func `the copied test repeats the intents`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.rate(id: 1, stars: 5))
      try await world.wait()
      page.send(.copyTest)
      try await world.wait()
      page.send(.copyPicture)
      try await world.wait()
      let test = try #require(page.sections["test"] as? String)
      #expect(test.contains("model.perform($0)") && test.contains(".rate(id: 1, stars: 5)"))
      #expect(test.contains("m.expect(model.app.list.states"))
      #expect((page.sections["picture"] as? String)?.hasPrefix("<svg") == true)
      page.disconnect()
    }
  }
}
