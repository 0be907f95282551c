import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_MS, createKnownDevices } from '../../people/known-device.ts'
import type { ApiDeps } from '../api-deps.ts'
import { readCookie, setCookie } from './session-cookie.ts'

const COOKIE = 'docwright-device'

type DeviceDeps = Pick<ApiDeps, 'serverSecret' | 'clock' | 'baseUrl'>

/** The id of the browser, if this person has signed in with it before. */
export function readDevice(deps: DeviceDeps, request: FastifyRequest, personId: string): string | null {
  return createKnownDevices(deps.serverSecret).read(readCookie(deps, request, COOKIE), personId, deps.clock.now())
}

/** Stays when the session ends: it is for the next sign-in. */
export function setDeviceCookie(deps: DeviceDeps, request: FastifyRequest, reply: FastifyReply, personId: string): void {
  const value = createKnownDevices(deps.serverSecret).issue(personId, readCookie(deps, request, COOKIE), deps.clock.now())
  setCookie(deps, request, reply, COOKIE, value, DEVICE_MS / 1000)
}
