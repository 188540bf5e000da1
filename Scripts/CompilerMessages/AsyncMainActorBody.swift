// error: the body is synchronous and time starts after it: wrap the call in `Task { await … }`

import MarbleTesting

func workOnMain() async {}

func asyncMainActorBody() {
  marbles(on: MainActor.shared) { m in await workOnMain() }
}
