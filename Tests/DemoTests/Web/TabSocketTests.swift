import FlyingFox
import Foundation
import LoadableTesting
import TestSupport
import Testing

@testable import Demo

@MainActor @Suite(.needsImmediateTasks) struct TabSocketTests {
  @Test func `a page that connects again has all sections, and the earlier connection ends`() throws
  {
    try TabWorld.run { world in
      let first = try await world.page(of: "Ada")
      let again = try await world.page()
      try await world.wait()
      #expect(first.closed == 4001 && first.hasEnded)
      #expect(
        Set(again.sections.keys).isSuperset(of: TabSection.allCases.map(\.rawValue).dropLast())
      )
      #expect(again.rows("list").count == 12)
      #expect(world.tabs.count == 1)
      again.disconnect()
    }
  }

  @Test func `two tabs are separate`() throws {
    try TabWorld.run { world in
      let ada = try await world.page("a", of: "Ada")
      let bob = try await world.page("b", of: "Bob")
      ada.send(.rate(id: 1, stars: 5))
      ada.send(.search(text: "paper"))
      ada.send(.make(trouble: .offline, on: true))
      try await world.wait(.seconds(1))
      #expect(bob.section("session")["user"] as? String == "Bob")
      #expect(bob.stars(of: 1).first == 0 && bob.sections["searchText"] as? String == "")
      #expect(bob.section("network")["offline"] as? Bool == false)
      for page in [ada, bob] { page.disconnect() }
    }
  }

  @Test(.leftovers) func `a tab is released half a minute after its page, in the middle of a load`()
    throws
  {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.make(trouble: .slow, on: true))
      page.send(.open(id: 1))
      page.send(.refresh(what: .list))
      try await world.wait(.milliseconds(10))
      if let tab = page.tab {
        expectRelease(of: tab)
        expectRelease(of: tab.app)
      }
      page.disconnect()
      try await world.wait(.seconds(29))
      #expect(world.tabs.count == 1)
      try await world.wait(.seconds(2))
      #expect(world.tabs.count == 0)
    }
  }

  @Test func `a tab lives on if its page connects again in time`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.disconnect()
      try await world.wait(.seconds(20))
      let again = try await world.page()
      try await world.wait(.seconds(20))
      #expect(again.section("session")["user"] as? String == "Ada")
      again.disconnect()
    }
  }

  @Test func `a page that draws nothing gets no second message, and is disconnected`() throws {
    try TabWorld.run { world in
      let page = try await world.page(draws: false)
      page.send(.signIn(user: "Ada"))
      try await world.wait(.seconds(9))
      #expect(page.messages.count == 1 && page.closed == nil)
      try await world.wait(.seconds(2))
      #expect(page.closed == 4003 && page.hasEnded)
    }
  }

  @Test func `rubbish is answered, and a hundred such messages end the connection`() throws {
    try TabWorld.run { world in
      let page = try await world.page()
      for _ in 1...99 { page.send(Data("rubbish".utf8)) }
      try await world.wait()
      #expect(page.sections["problem"] as? String == "The message is no intent: it is no JSON.")
      #expect(page.closed == nil)
      page.send(Data([0xFF, 0x00]), .binary)
      try await world.wait()
      #expect(page.closed == 4002 && page.hasEnded)
    }
  }

  @Test(arguments: [1, 8]) func `a message of more than 64 kB ends the connection`(
    parts: Int
  ) throws {
    try TabWorld.run { world in
      let page = try await world.page()
      let text = String(repeating: "a", count: 65_536 - 26)
      page.send(Data(#"{"do":"search","text":"\#(text)"}"#.utf8))
      try await world.wait()
      #expect(page.closed == nil)
      for part in 1...parts {
        let data = Data(repeating: 0x61, count: 65_600 / parts)
        page.send(data, part == 1 ? .text : .continuation, fin: part == parts)
      }
      try await world.wait()
      #expect(page.closed == 4002)
    }
  }

  @Test func `a message in parts is one intent, and a ping is answered`() throws {
    try TabWorld.run { world in
      let page = try await world.page()
      page.send(Data(#"{"do":"signIn","#.utf8), fin: false)
      page.send(Data("now".utf8), .ping)
      page.send(Data(#""user":"Ada"}"#.utf8), .continuation)
      try await world.wait()
      #expect(page.section("session")["user"] as? String == "Ada")
      #expect(page.pongs == [Data("now".utf8)])
      page.disconnect()
    }
  }

  @Test func `ten thousand intents are few messages and the newest state`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      let (before, requests) = (page.messages.count, world.routes.log.entries.count)
      for number in 1...10_000 { page.send(.search(text: "text \(number)")) }
      try await world.wait(.seconds(2))
      #expect(page.sections["searchText"] as? String == "text 10000")
      #expect(world.routes.log.entries.count - requests <= 2)
      #expect(page.messages.count - before < 10_000)
      page.disconnect()
    }
  }

  @Test func `at most ten pictures a second are drawn`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.lanes(first: 0, count: 8, width: 700))
      try await world.wait()
      let before = page.messages.count
      for stars in 0..<100 {
        page.send(.rate(id: 1, stars: stars % 5 + 1))
        try await world.wait(.milliseconds(10))
      }
      let pictures = page.messages.dropFirst(before).count { $0["timeline"] != nil }
      #expect((5...11).contains(pictures))
      page.disconnect()
    }
  }

  @Test func `a page that shows no lane gets no picture`() throws {
    try TabWorld.run { world in
      let page = try await world.page(of: "Ada")
      page.send(.lanes(first: 0, count: 0, width: 0))
      try await world.wait(.seconds(1))
      #expect(page.sections["timeline"] == nil)
      page.disconnect()
    }
  }
}
