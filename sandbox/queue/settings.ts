import { host } from '../start/ports.ts';

const partsOf = (postgres: URL) => ({
	host: postgres.hostname,
	port: postgres.port || '5432',
	user: decodeURIComponent(postgres.username),
	password: decodeURIComponent(postgres.password),
	database: decodeURIComponent(postgres.pathname.slice(1)) || 'n8n',
	isEncrypted: postgres.searchParams.get('sslmode') === 'require',
});

/** Environment variables that the main process and the workers of one n8n share. */
export const queueSettings = (redis: URL, postgres: URL, key: string): NodeJS.ProcessEnv => ({
	...postgresSettings(partsOf(postgres)),
	EXECUTIONS_MODE: 'queue',
	// Manual executions run where all others do.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_ENCRYPTION_KEY: key,
	QUEUE_BULL_REDIS_HOST: redis.hostname,
	QUEUE_BULL_REDIS_PORT: redis.port || '6379',
	QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username),
	QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
	QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
	...(redis.protocol === 'rediss:' ? { QUEUE_BULL_REDIS_TLS: 'true' } : {}),
});

const postgresSettings = (parts: ReturnType<typeof partsOf>): NodeJS.ProcessEnv => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: parts.host,
	DB_POSTGRESDB_PORT: parts.port,
	DB_POSTGRESDB_USER: parts.user,
	DB_POSTGRESDB_PASSWORD: parts.password,
	DB_POSTGRESDB_DATABASE: parts.database,
	...(parts.isEncrypted ? { DB_POSTGRESDB_SSL_ENABLED: 'true' } : {}),
});

/** A worker reports its health on its own port; otherwise nobody knows that it is ready. */
export const workerSettings = (port: number): NodeJS.ProcessEnv => ({
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	QUEUE_HEALTH_CHECK_PORT: String(port),
	N8N_WORKER_SERVER_ADDRESS: host,
});
