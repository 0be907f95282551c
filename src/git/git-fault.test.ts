import { describe, expect, it } from 'vitest'
import { toGitFault } from './git-fault.ts'
import { GitError } from './git.ts'

describe('toGitFault', () => {
  it.each([
    [' ! [rejected]        x -> x (stale info)', 'branch_moved', false],
    [' ! [rejected]        x -> x (fetch first)', 'branch_moved', false],
    [' ! [rejected]        x -> x (non-fast-forward)', 'branch_moved', false],
    [
      'remote: error: refusing to update checked out branch: refs/heads/x\n ! [remote rejected] x -> x (branch is currently checked out)',
      'branch_checked_out',
      false,
    ],
    [' ! [remote rejected] x -> x (Working directory has unstaged changes)', 'working_copy_changed', false],
    [
      'remote: error: GH006: Protected branch update failed for refs/heads/x.\n ! [remote rejected] x -> x (protected branch hook declined)',
      'branch_protected',
      false,
    ],
    [
      'remote: error: GH013: Repository rule violations found for refs/heads/x.\n ! [remote rejected] x -> x (push declined due to repository rule violations)',
      'branch_protected',
      false,
    ],
    [
      'remote: GitLab: You are not allowed to push code to protected branches on this project.\n ! [remote rejected] x -> x (pre-receive hook declined)',
      'branch_protected',
      false,
    ],
    [
      'remote: Gitea: Not allowed to push to protected branch x\n ! [remote rejected] x -> x (pre-receive hook declined)',
      'branch_protected',
      false,
    ],
    ['remote: page.md not found\n ! [remote rejected] x -> x (pre-receive hook declined)', 'branch_protected', false],
    [
      'remote: error: GH001: Large files detected.\n ! [remote rejected] x -> x (pre-receive hook declined)',
      'push_too_large',
      false,
    ],
    [
      'remote: This repository was archived so it is read-only.\nfatal: unable to access: The requested URL returned error: 403',
      'repository_archived',
      false,
    ],
    [
      'remote: Permission to acme/docs.git denied to ada.\nfatal: unable to access: The requested URL returned error: 403',
      'repository_forbidden',
      false,
    ],
    ['fatal: unable to access: The requested URL returned error: 403', 'repository_forbidden', false],
    ['error: RPC failed; HTTP 403 curl 22 The requested URL returned error: 403', 'repository_forbidden', false],
    ["fatal: could not read Username for 'https://github.com': terminal prompts disabled", 'repository_forbidden', false],
    ["fatal: Authentication failed for 'https://gitlab.com/acme/docs.git/'", 'repository_forbidden', false],
    [
      ' ! [remote rejected] x -> x (refusing to allow a GitHub App to create or update workflow `.github/workflows/a.yml` without `workflows` permission)',
      'repository_forbidden',
      false,
    ],
    [
      "remote: Repository not found.\nfatal: repository 'https://github.com/acme/docs.git/' not found",
      'repository_not_found',
      false,
    ],
    ["fatal: '/srv/docs' does not appear to be a git repository", 'repository_not_found', false],
    ['fatal: unable to access: The requested URL returned error: 429', 'code_host_rate_limited', true],
    ['fatal: unable to access: The requested URL returned error: 301', 'repository_moved', false],
    ['error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413', 'push_too_large', false],
    ['fatal: unable to access: SSL certificate problem: self-signed certificate', 'code_host_certificate', false],
    ['fatal: unable to access: The requested URL returned error: 503', 'repository_unreachable', true],
    ['fatal: unable to access: Could not resolve host: github.com', 'repository_unreachable', true],
    ['fatal: unable to access: Failed to connect to github.com port 443', 'repository_unreachable', true],
    ['fatal: the remote end hung up unexpectedly', 'repository_unreachable', true],
    ["error: object 1f2e3d: hasDotgit: contains '.git'\nfatal: fsck error in packed object", 'repository_unsafe', false],
    ['fatal: attempting to allocate 2147483649 over limit 536870912', 'repository_too_large', false],
    ["fatal: transport 'ext' not allowed", 'repository_unsupported', false],
    ['fatal: mismatched algorithms: client sha1; server sha256', 'repository_unsupported', false],
    ['fatal: remote error: upload-pack: not our ref 642bde22', 'repository_damaged', false],
    ['error: object file objects/64/2bde is empty', 'repository_damaged', false],
    ['error: src refspec 1111 does not match any', 'work_lost', true],
  ])('%s', (stderr, code, isPassing) => {
    const error = new GitError('push', 128, stderr)
    const fault = toGitFault(error, 'x')
    expect(fault).toMatchObject({ code, isPassing, cause: error })
    expect(fault.message).not.toContain('remote:')
  })
})
