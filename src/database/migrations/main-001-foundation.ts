import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Projects, keys, jobs, the queue, limits and built-in pull requests. */
export const foundation: Migration = {
  number: 1,
  name: 'foundation',
  up: async (db) => {
    await db.schema
      .createTable('project')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('repository', 'text', (c) => c.notNull())
      .addColumn('ref', 'text', (c) => c.notNull())
      .addColumn('code_host', 'text', (c) => c.notNull())
      .addColumn('agent', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('key')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('project.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull().unique())
      .addColumn('display', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('key_by_project').on('key').columns(['project_id', 'id']).execute()

    await db.schema
      .createTable('audit')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('object', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('audit_by_project').on('audit').columns(['project_id', 'id']).execute()

    await db.schema
      .createTable('job')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('project.id'))
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('repository', 'text', (c) => c.notNull())
      .addColumn('ref', 'text', (c) => c.notNull())
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('branch', 'text', (c) => c.notNull())
      .addColumn('title', 'text')
      .addColumn('draft', 'integer', (c) => c.notNull())
      .addColumn('pr_link', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('archived_at', 'bigint')
      .addColumn('archived_from', 'text')
      .addColumn('summary', 'text')
      .addColumn('failure', 'text')
      .addColumn('usage', 'text')
      .addColumn('diff_stat', 'text')
      .addColumn('epoch', 'integer', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('retries', 'integer', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint')
      .execute()
    await db.schema.createIndex('job_by_project').on('job').columns(['project_id', 'id']).execute()
    // Only active jobs can be claimed, and there are few of them however long the history grows.
    await sql`create index job_active on job (project_id, not_before, lease_until) where status = 'active'`.execute(db)

    await db.schema
      .createTable('message')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('job_id', 'text', (c) => c.notNull().references('job.id'))
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('prompt', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('summary', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .addUniqueConstraint('message_seq', ['job_id', 'seq'])
      .execute()

    await db.schema
      .createTable('step')
      .addColumn('job_id', 'text', (c) => c.notNull().references('job.id'))
      .addColumn('run', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('output', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('step_key', ['job_id', 'run', 'name'])
      .execute()

    await db.schema
      .createTable('limit_use')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('bucket', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('limit_use_by_bucket').on('limit_use').columns(['project_id', 'bucket', 'at']).execute()

    await db.schema
      .createTable('idempotency')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('endpoint', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_key', ['project_id', 'endpoint', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_by_age').on('idempotency').columns(['created_at']).execute()

    await db.schema
      .createTable('pull_request')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('project.id'))
      .addColumn('secret', 'text', (c) => c.notNull().unique())
      .addColumn('head', 'text', (c) => c.notNull())
      .addColumn('base', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('base_commit', 'text', (c) => c.notNull())
      .addColumn('head_commit', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('pull_request_head', ['project_id', 'head'])
      .execute()
  },
}
