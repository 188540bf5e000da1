import Foundation
import Testing

@testable import Demo

@Suite struct TabIntentTests {
  @Test(arguments: [
    (#"{"do":"signIn","user":"Ada"}"#, TabIntent.signIn(user: "Ada")),
    (#"{"do":"signOut"}"#, .signOut), (#"{"do":"search","text":"a\"}{"}"#, .search(text: #"a"}{"#)),
    (#"{"do":"more"}"#, .more), (#"{"do":"refresh","what":"list"}"#, .refresh(what: .list)),
    (#"{"do":"retry","what":"page"}"#, .retry(what: .page)),
    (#"{"do":"cancel","what":"detail"}"#, .cancel(what: .detail)),
    (#"{"do":"open","id":7}"#, .open(id: 7)), (#"{"do":"close"}"#, .close),
    (#"{"do":"show","screen":"favorites"}"#, .show(screen: .favorites)),
    (#"{"id":7,"stars":5,"do":"rate"}"#, .rate(id: 7, stars: 5)),
    (#"{"do":"favorite","id":7,"on":true}"#, .favorite(id: 7, on: true)),
    (#"{"do":"make","trouble":"fail","on":true}"#, .make(trouble: .fail, on: true)),
    (#"{"do":"invalidate","what":"lists"}"#, .invalidate(what: .lists)),
    (#"{"do":"expire","more":[1]}"#, .expire),
    (#"{"do":"later","seconds":30}"#, .later(seconds: 30)),
    (#"{"do":"lanes","first":0,"count":4}"#, .lanes(first: 0, count: 4, width: nil)),
    (#"{"do":"inspect","event":"x"}"#, .inspect(event: "x")),
    (#"{"do":"copyTest"}"#, .copyTest), (#"{"do":"copyPicture"}"#, .copyPicture),
    (#"{"do":"seen","n":3}"#, .seen(n: 3)),
  ])
  func `a message is an intent with its fields`(message: String, intent: TabIntent) throws {
    #expect(try TabIntent(Data(message.utf8)) == intent)
  }

  @Test(arguments: [
    ("", "it is no JSON"), ("rubbish", "it is no JSON"), ("[]", "“do” has no known name"),
    ("{}", "“do” is missing"), (#"{"do":"fly"}"#, "“do” has no known name"),
    (#"{"do":"more"}}"#, "it is no JSON"), (#"{"do":"rate","id":7}"#, "“stars” is missing"),
    (#"{"do":"rate","id":"x","stars":1}"#, "“id” has the wrong type"),
    (#"{"do":"show","screen":"attic"}"#, "“screen” has an unknown value"),
    (#"{"do":"later","seconds":1e99}"#, "intent"), (#"{"do":1}"#, "“do”"),
    (String(repeating: "[", count: 60_000), "it is no JSON"),
  ])
  func `rubbish is refused with a sentence`(message: String, sentence: String) {
    let error = #expect(throws: TabIntent.Rubbish.self) { try TabIntent(Data(message.utf8)) }
    #expect(error?.sentence.hasPrefix("The message is no intent: ") == true)
    #expect(error?.sentence.contains(sentence) == true)
  }
}

@Suite struct JSONTests {
  @Test(arguments: [
    "", "plain", "\"\\/", "<b>&</b>", "\u{0}\u{1f}\u{7f}\n\t\u{2028}\u{2029}", "עברית",
    "👩‍🚀 🇩🇪 e\u{301}",
  ])
  func `any text is the same after decoding`(text: String) throws {
    let json: JSON = ["text": JSON(text), "none": nil, "list": JSON([JSON(1), true])]
    let object = try JSONSerialization.jsonObject(with: Data(json.description.utf8))
    let fields = try #require(object as? [String: Any])
    #expect(fields["text"] as? String == text)
    #expect(fields["none"] is NSNull)
    #expect((fields["list"] as? [Any])?.count == 2)
  }

  @Test func `keys keep their order`() {
    #expect(JSON([("b", 1), ("a", JSON("x"))]).description == #"{"b":1,"a":"x"}"#)
  }
}
