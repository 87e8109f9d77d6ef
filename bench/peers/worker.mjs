// The worker of the peers wasmoon and await: a Lua engine for each agent, all of one factory. Under wasmoon a verb yields in
// Lua and the host resumes the thread; under await it is a JavaScript function that answers a promise, as wasmoon's README
// has it. doc.go says what requests and answers look like; yard.go is the world that this file holds again.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import wasmoon from 'wasmoon'

const { LuaFactory, LuaMultiReturn, LuaReturn } = wasmoon
const promises = process.argv[2] === 'await'
const maxGold = 40
const grounds = ['rock', 'sand', 'clay']

const read = (name) => readFileSync(`testdata/${name}.lua`, 'utf8')
const prelude = read('prelude')

const outcome = (ok, why, n) => LuaMultiReturn.of(ok, why, n)
const did = (n) => outcome(true, undefined, n)

const asks = {
  turns: (y) => y.turns,
  pos: (y) => y.at,
  gold: (y) => y.gold,
  room: (y) => maxGold - y.gold,
  health: (y) => y.health,
  depth: (y) => y.at % 8,
  light: (y) => (y.ticks * 7) % 12,
  home: () => 3,
  danger: (y) => (y.at * 5 + y.ticks) % 9,
  price: (y, n) => ((n * 13 + y.ticks) % 17) + 1,
  ore: (y, n) => ((y.at + n) * 7) % 5,
  weight: (_, n) => (n % 4) + 1,
  ground: (y) => grounds[y.at % 3],
  title: (_, n) => `item-${n}`,
  around: (y, n) => {
    const all = []
    for (let i = 1; i <= n; i++) {
      all.push({ kind: grounds[(y.at + i) % 3], far: ((y.at * i + y.ticks) % 6) + 1, gold: ((y.at + i * 3) % 9) + 1 })
    }
    return all
  },
  report: (y, text) => {
    y.told += text.length
    return did(text.length)
  },
}

const actions = {
  dig: (y, n) => {
    if (y.gold + n > maxGold) return outcome(false, 'full', 0)
    y.gold += n
    y.health--
    return did(n)
  },
  step: (y, n) => {
    y.at = (y.at + n) % 97
    return did(n)
  },
  drop: (y, n) => {
    if (n > y.gold) return outcome(false, 'short', 0)
    y.gold -= n
    return did(n)
  },
  rest: (y, n) => {
    y.health = Math.min(20, y.health + n)
    return did(n)
  },
}

const end = (yard, action, n) => {
  yard.ticks++
  return actions[action](yard, n)
}

// How a verb blocks, in Lua. The names of the promises' functions are no words of a script.
const blocking = Object.keys(actions)
  .map((name) =>
    promises ? `function ${name}(n) return start_${name}(n):await() end` : `function ${name}(n) return coroutine.yield("${name}", n) end`,
  )
  .join('\n')

const factory = new LuaFactory()

async function newAgent(turns) {
  // Without proxies a table of the host is copied, as everywhere else here.
  const engine = await factory.createEngine({ enableProxy: false })
  const yard = { turns, at: 1, gold: 0, health: 20, ticks: 0, told: 0 }
  for (const [name, ask] of Object.entries(asks)) engine.global.set(name, (n) => ask(yard, n))
  if (promises) {
    for (const name of Object.keys(actions)) engine.global.set(`start_${name}`, async (n) => end(yard, name, n))
  }
  engine.doStringSync(`${blocking}\n${prelude}`)
  return { engine, yard }
}

// load leaves the compiled script on the stack of the engine's main thread and returns where it is.
function load(agent, source) {
  agent.engine.global.loadString(source)
  return agent.engine.global.getTop()
}

// start makes a thread that is about to call the script.
function start(agent, place) {
  const { global } = agent.engine
  const thread = global.newThread()
  global.lua.lua_pushvalue(global.address, place)
  global.lua.lua_xmove(global.address, thread.address, 1)
  return thread
}

// resume plays a script until its next action or its end.
function resume(thread, values) {
  for (const value of values) thread.pushValue(value)
  const { result, resultCount } = thread.resume(values.length)
  thread.assertOk(result)
  const got = [...thread.getStackValues(thread.getTop() - resultCount)]
  thread.pop(resultCount)
  return { blocked: result === LuaReturn.Yield, got }
}

async function play(agent, place) {
  const thread = start(agent, place)
  let result
  if (promises) {
    result = (await thread.run(0))[0]
  } else {
    let { blocked, got } = resume(thread, [])
    while (blocked) ({ blocked, got } = resume(thread, end(agent.yard, got[0], got[1])))
    result = got[0]
  }
  agent.engine.global.pop() // the thread
  return result
}

// now is the processor time that this process has used, all of its threads together.
const now = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1000
}

async function script(name, count) {
  const source = read(name)
  const [turns, times] = source.includes('turns()') ? [count, 1] : [1, count]
  const agent = await newAgent(turns)
  const place = load(agent, source)
  let result = 0
  gc()
  const began = now()
  for (let i = 0; i < times; i++) result = await play(agent, place)
  const ns = now() - began
  agent.engine.global.close()
  return [ns, 0, result]
}

const held = []

async function agents(work, count) {
  const source = read(work === 'blocked' ? 'verb' : 'ready')
  let result = 0
  gc()
  const began = now()
  for (let i = 0; i < count; i++) {
    const agent = await newAgent(1)
    const place = load(agent, source)
    if (work === 'blocked') {
      resume(start(agent, place), [])
    } else {
      result = await play(agent, place)
    }
    if (work === 'create') {
      agent.engine.global.close()
    } else {
      held.push(agent)
    }
  }
  const ns = now() - began
  gc()
  return [ns, 0, result]
}

let crowd

// crowded has the crowd, which the first request makes, play turns, and answers where all agents are together.
async function crowded(turns) {
  if (!crowd) {
    crowd = []
    for (let i = 0; i < 2000; i++) {
      const { engine, yard } = await newAgent(1)
      const thread = start({ engine }, load({ engine }, read('crowd')))
      crowd.push({ yard, thread, got: resume(thread, []).got })
    }
  }
  gc()
  const began = now()
  for (let turn = 0; turn < turns; turn++) {
    for (const one of crowd) one.got = resume(one.thread, end(one.yard, one.got[0], one.got[1])).got
  }
  const ns = now() - began
  return [ns, 0, crowd.reduce((sum, { yard }) => sum + yard.at, 0)]
}

async function answer(line) {
  const [, name, number] = /^([a-z]+) ([0-9]+)$/.exec(line) ?? []
  const count = Number(number)
  switch (name) {
    case undefined:
      throw new Error(`no request: ${line}`)
    case 'collect':
      gc()
      return [0, 0, 0]
    case 'create':
    case 'idle':
    case 'blocked':
      return agents(name, count)
    case 'crowd':
      return crowded(count)
  }
  return script(name, count)
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(`ok ${(await answer(line)).join(' ')}`)
  } catch (error) {
    console.log(`error ${String(error.message).replaceAll('\n', ' ')}`)
  }
}
