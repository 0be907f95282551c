// Runs inside the sandbox, where the only network is its own loopback: turns 127.0.0.1:PORT into the unix socket of the model proxy,
// and starts the agent program. Plain JavaScript, because any Node may be the one that runs it.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'

const [port, socket, command, ...words] = process.argv.slice(2)

const server = createServer((incoming) => {
  const outgoing = connect(socket)
  incoming.pipe(outgoing).pipe(incoming)
  incoming.on('error', () => outgoing.destroy())
  outgoing.on('error', () => incoming.destroy())
})
server.listen(Number(port), '127.0.0.1', () => {
  const program = spawn(command, words, { stdio: 'inherit' })
  program.on('error', (error) => {
    console.error(error.message)
    process.exit(127)
  })
  program.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)))
})
