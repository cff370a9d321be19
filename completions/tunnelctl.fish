# Completion of tunnelctl for fish 3 and later. Made from the program's own commands: see tunnelctl completion.
#
# Put it into ~/.local/share/fish/vendor_completions.d (tunnelctl completion install does), or:
#   tunnelctl completion fish | source
#
# All that never changes is in the tables below; ids, profiles and the like come from `tunnelctl __complete`.
# Nothing that it prints is ever evaluated.

function __tunnelctl_table_words
    switch "$argv[1]"
        case ''
            printf '%s' 'endpoints|URLs that the service serves, with their traffic policies
tunnels|Tunnels that agents hold open now
tunnel-sessions|Agents that are online now, and commands to them
ssh-credentials|Public keys that may start tunnels through the SSH gateway
ssh-user-certificates|SSH certificates with which users log in to servers
ssh-host-certificates|SSH certificates with which servers prove their names
api-keys|Keys that authenticate calls to this API
kubernetes-operators|Operators registered for Kubernetes clusters
edges|tcp, https
event-sources|Event types that an event subscription triggers on
event-destinations|Where events are sent
app|users
abuse-reports|Reports of abusive URLs, for authorized accounts
login|Store a base URL and an API key as a profile
logout|Remove the stored API key of a profile
whoami|Show which service and key commands use, and try the key
owned-by|Show everything that a user or bot owns
export|Write the account as a manifest, for diff and apply
diff|Show what apply would do
apply|Make the account like a file
manifest|schema
traffic-policy|validate
profiles|list, use, show, delete
config|list, get, set, unset, path
serve|Host the whole service on this machine, on one file
ssh-authorities|list, show
sandbox|exec, events, requests, agents, abuse-reports, faults, info, path, backup, check, recover, seed, export, import, reset
api|Send any request to the service
openapi|Print the OpenAPI document of the API
explain|Explain an error code, or list all of them
version|Show the version, and what it runs on
completion|bash, zsh, fish, powershell, install, uninstall
commands|List every command, for programs with all that it takes
edit|Change an object in your editor
'
        case 'endpoints'
            printf '%s' 'create|Create a cloud endpoint
list|List active endpoints of every type
get|Show an endpoint
update|Change a cloud endpoint
delete|Delete a cloud endpoint
wait|Wait until it exists, is gone, or has a value
'
        case 'tunnels'
            printf '%s' 'list|List tunnels that are online
get|Show a tunnel
wait|Wait until it exists, is gone, or has a value
'
        case 'tunnel-sessions'
            printf '%s' 'list|List tunnel sessions that are online
get|Show a tunnel session
restart|Restart the agent of a session
stop|Stop the agent of a session
update|Update the agent of a session
wait|Wait until it exists, is gone, or has a value
'
        case 'ssh-credentials'
            printf '%s' 'create|Create an SSH credential from a public key
list|List SSH credentials
get|Show an SSH credential
update|Change an SSH credential\'s ACL, description or metadata
delete|Delete an SSH credential
wait|Wait until it exists, is gone, or has a value
'
        case 'ssh-user-certificates'
            printf '%s' 'create|Sign an SSH user certificate
list|List SSH user certificates
get|Show an SSH user certificate
update|Change an SSH user certificate\'s description or metadata
delete|Delete the record of an SSH user certificate
wait|Wait until it exists, is gone, or has a value
inspect|Show what stands in a certificate
needs-renewal|Tell whether a certificate should be renewed
renew|Renew a certificate in its file
'
        case 'ssh-host-certificates'
            printf '%s' 'create|Sign an SSH host certificate
list|List SSH host certificates
get|Show an SSH host certificate
update|Change an SSH host certificate\'s description or metadata
delete|Delete the record of an SSH host certificate
wait|Wait until it exists, is gone, or has a value
inspect|Show what stands in a certificate
needs-renewal|Tell whether a certificate should be renewed
renew|Renew a certificate in its file
'
        case 'api-keys'
            printf '%s' 'create|Create an API key
list|List API keys
get|Show an API key
update|Change an API key\'s description or metadata
delete|Delete an API key
wait|Wait until it exists, is gone, or has a value
rotate|Replace an API key by a new one
'
        case 'kubernetes-operators'
            printf '%s' 'create|Register an operator
list|List operators
get|Show an operator
update|Change an operator
delete|Delete an operator
list-bound-endpoints|List the endpoints bound to an operator
wait|Wait until it exists, is gone, or has a value
'
        case 'edges' 'edit edges'
            printf '%s' 'tcp|ip-restriction
https|routes
'
        case 'edges tcp'
            printf '%s' 'ip-restriction|Which addresses may connect to a TCP edge
'
        case 'edges tcp ip-restriction'
            printf '%s' 'replace|Set the IP restriction of a TCP edge
get|Show the IP restriction of a TCP edge
delete|Remove the IP restriction of a TCP edge
wait|Wait until it exists, is gone, or has a value
'
        case 'edges https' 'edit edges https'
            printf '%s' 'routes|user-agent-filter
'
        case 'edges https routes'
            printf '%s' 'user-agent-filter|Which user agents an HTTPS edge route serves
'
        case 'edges https routes user-agent-filter'
            printf '%s' 'replace|Set the user agent filter of a route
get|Show the user agent filter of a route
delete|Remove the user agent filter of a route
wait|Wait until it exists, is gone, or has a value
'
        case 'event-sources'
            printf '%s' 'create|Add an event type to an event subscription
list|List the event types of an event subscription
get|Show an event source
update|Update an event source
delete|Remove an event type from an event subscription
wait|Wait until it exists, is gone, or has a value
'
        case 'event-destinations'
            printf '%s' 'create|Create an event destination
list|List event destinations
get|Show an event destination
update|Change an event destination
delete|Delete an event destination
wait|Wait until it exists, is gone, or has a value
'
        case 'app'
            printf '%s' 'users|Users who logged in to your applications
'
        case 'app users'
            printf '%s' 'list|List application users
get|Show an application user
delete|Delete an application user
wait|Wait until it exists, is gone, or has a value
'
        case 'abuse-reports'
            printf '%s' 'create|Report URLs for abuse
get|Show an abuse report
wait|Wait until it exists, is gone, or has a value
'
        case 'manifest'
            printf '%s' 'schema|Print the JSON Schema of manifests, for editors
'
        case 'traffic-policy'
            printf '%s' 'validate|Say what is wrong with traffic policies before they are sent
'
        case 'profiles'
            printf '%s' 'list|List the profiles
use|Use a profile from now on
show|Show what a profile holds, but for its key
delete|Delete a profile and its stored key
'
        case 'config'
            printf '%s' 'list|List the settings that hold here
get|Print the value of a setting
set|Set a setting, for everything or one profile
unset|Remove a setting from the settings file
path|Print where the settings file is
'
        case 'ssh-authorities'
            printf '%s' 'list|List the SSH certificate authorities that certificates tell of
show|Show one, with the lines for known_hosts and sshd_config
'
        case 'sandbox'
            printf '%s' 'exec|Run a command against a sandbox of its own that goes away with it
events|Show what changed in the account, and which destinations hear of it
requests|Show the requests that a running serve answered
agents|list, connect, disconnect, offer-update
abuse-reports|process
faults|list, add, clear
info|Show account, SSH certificate authorities and size of the data file
path|Print where the data file is
backup|Copy the data file and its key, also while it is served
check|Read everything in the data file and say what is damaged
recover|Save what is sound in a damaged data file into a new one
seed|Put the objects of a file, or the demo account, into the account
export|Write the whole account to a file
import|Bring an exported account back
reset|Throw the account away and start with a new one
'
        case 'sandbox agents'
            printf '%s' 'list|List the simulated agents that are online
connect|Connect a simulated agent
disconnect|Disconnect a simulated agent
offer-update|Offer another version to a simulated agent
'
        case 'sandbox abuse-reports'
            printf '%s' 'process|Decide on the hostnames of an abuse report
'
        case 'sandbox faults'
            printf '%s' 'list|List the faults that a running serve makes on purpose
add|Make a running serve fail on purpose
clear|End faults of a running serve
'
        case 'completion'
            printf '%s' 'bash|Print the completion script of bash
zsh|Print the completion script of zsh
fish|Print the completion script of fish
powershell|Print the completion script of PowerShell
install|Put the completion script where your shell looks for it
uninstall|Remove the completion script that install wrote
'
        case 'edit'
            printf '%s' 'endpoints|Change a cloud endpoint
ssh-credentials|Change an SSH credential\'s ACL, description or metadata
ssh-user-certificates|Change an SSH user certificate\'s description or metadata
ssh-host-certificates|Change an SSH host certificate\'s description or metadata
api-keys|Change an API key\'s description or metadata
kubernetes-operators|Change an operator
edges|tcp, https
event-destinations|Change an event destination
'
        case 'edit edges tcp'
            printf '%s' 'ip-restriction|Set the IP restriction of a TCP edge
'
        case 'edit edges https routes'
            printf '%s' 'user-agent-filter|Set the user agent filter of a route
'
        case '%topics'
            printf '%s' 'topics|The topics that there are
environment|Variables that commands read, and what stands above what
input|What requests are made of: flags, files, records, many at once
formatting|How output is chosen, narrowed and queried
finding|How records are found: --where, --owner, and what stands for an id
exit-codes|What commands exit with
policies|What a traffic policy may say
manifests|The account as files: export, diff, apply, plans
errors|What errors look like, for people and for programs
'
        case '%event_types'
            printf '%s' 'endpoint_created.v0|
endpoint_updated.v0|
endpoint_deleted.v0|
tunnel_session_started.v0|
tunnel_session_stopped.v0|
ssh_credential_created.v0|
ssh_credential_updated.v0|
ssh_credential_deleted.v0|
ssh_user_certificate_created.v0|
ssh_user_certificate_updated.v0|
ssh_user_certificate_deleted.v0|
ssh_host_certificate_created.v0|
ssh_host_certificate_updated.v0|
ssh_host_certificate_deleted.v0|
api_key_created.v0|
api_key_updated.v0|
api_key_deleted.v0|
kubernetes_operator_created.v0|
kubernetes_operator_updated.v0|
kubernetes_operator_deleted.v0|
edge_module_created.v0|
edge_module_updated.v0|
edge_module_deleted.v0|
event_destination_created.v0|
event_destination_updated.v0|
event_destination_deleted.v0|
application_user_deleted.v0|
abuse_report_created.v0|
event_subscription_updated.v0|
reserved_domain_created.v0|
ip_policy_created.v0|
ip_policy_updated.v0|
'
        case '%error_codes'
            printf '%s' 'ERR_MALFORMED_REQUEST|the request is not HTTP that the service can read
ERR_CROSS_ORIGIN|a web page of another origin sent the request
ERR_REQUEST_TIMEOUT|the request did not arrive as a whole in time
ERR_EXPECTATION_FAILED|the Expect header asks for something other than 100-continue
ERR_WRONG_HOST|the request is for a host that the service does not answer for
ERR_HEADERS_TOO_LARGE|the headers of the request are too long or too many
ERR_UNSUPPORTED_TRANSFER_CODING|the request has a Transfer-Encoding other than chunked
ERR_TOO_MANY_CONNECTIONS|too many requests are under way on other connections; nothing was stored
ERR_MISSING_VERSION|the request has no Service-Version header
ERR_UNKNOWN_VERSION|the Service-Version header names a version that does not exist
ERR_INVALID_JSON|the body is not a JSON object that the service can read
ERR_UNKNOWN_FIELD|the body has a member that the operation does not know
ERR_MISSING_FIELD|the body lacks a member that the operation needs
ERR_INVALID_FIELD|a member of the body has a value that the operation does not accept
ERR_INVALID_QUERY|a query parameter is unknown, repeated or has a value that is not accepted
ERR_MISSING_API_KEY|the request has no Authorization header
ERR_MALFORMED_API_KEY|the Authorization header does not hold a bearer token of an API key
ERR_API_KEY_ID_AS_TOKEN|the Authorization header holds an API key\'s id, not its token
ERR_UNKNOWN_API_KEY|no API key has this token
ERR_DELETED_API_KEY|the API key was deleted
ERR_UNKNOWN_PATH|the API has no such path
ERR_NOT_FOUND|the account has no object of this kind with this id
ERR_METHOD_NOT_ALLOWED|the path does not offer this method
ERR_BODY_TOO_LARGE|the body is larger than 1 MiB
ERR_UNSUPPORTED_MEDIA_TYPE|the body is not declared as JSON, or is declared as encoded
ERR_RATE_LIMITED|too many requests in a short time
ERR_INTERNAL|the service failed; nothing was stored
ERR_UNAVAILABLE|the service cannot store or read at the moment; nothing was stored
ERR_DATA_FILE_UNUSABLE|the data file of the service is damaged, or no longer where it was; nothing was stored
ERR_OWNER_NOT_PERMITTED|only an admin may set an owner other than themselves
ERR_NOT_OWNER|only its owner and admins may change or delete it
ERR_ABUSE_REPORTS_NOT_PERMITTED|the account is not authorized to file abuse reports
ERR_SELECTORS_TOO_SLOW|the operator\'s endpoint_selectors take too long on the endpoints of the account
ERR_EXPRESSION_TOO_COSTLY|an expression takes more steps than it has on what it is asked about, or is too deep to be evaluated
ERR_MODULE_NOT_SET|the module is not set on this edge or route
ERR_ENDPOINT_URL_TAKEN|another endpoint serves this URL, and the two do not both allow pooling
ERR_ENDPOINT_NOT_CLOUD|the endpoint is not a cloud endpoint, so the API cannot change or delete it
ERR_SSH_PUBLIC_KEY_TAKEN|another SSH credential holds this public key
ERR_EVENT_SOURCE_EXISTS|the event subscription has a source of this type already
ERR_DESTINATION_IN_USE|an event subscription still sends to this destination
ERR_RESTART_UNSUPPORTED|an agent on Windows cannot restart itself
ERR_SESSION_OVER_SSH|the session was started by an SSH client, which can only be stopped
ERR_NO_UPDATE_AVAILABLE|no newer version is available within the major version that the agent runs
ERR_UPDATE_CHECKS_DISABLED|the agent\'s configuration disables update checks
ERR_UPDATE_UNDER_WAY|the agent is updating at the moment
ERR_UPDATED_NOT_RESTARTED|the agent has updated and was not restarted since
ERR_ADMIN_REQUIRED|the owner of the API key is not an admin of the account
USAGE|the command line cannot be run as it stands; nothing was sent
NOT_CONFIGURED|there is no base URL or no API key to call the service with
NO_SANDBOX|the service at the base URL is not a tunnelctl serve, or one of another version
UNKNOWN_PROFILE|the settings hold no profile of this name
KEY_OF_ANOTHER_HOST|the API key belongs to another host than the one that would get it; nothing was sent
SETTINGS_UNREADABLE|the settings file or the keys file cannot be read or is damaged; it was left as it is
SETTINGS_LOCKED|another process is changing the settings and does not come to an end; nothing was changed
KEYS_EXPOSED|other users can read or write the keys file, so it is not used
CREDENTIAL_COMMAND_FAILED|the profile\'s credential-command did not print an API key
NETWORK_REFUSED|nothing accepts connections at the base URL
NETWORK_DNS|the host of the base URL has no address
NETWORK_UNREACHABLE|there is no route to the host of the base URL
NETWORK_TLS|no secure connection could be made
NETWORK_PROXY|the proxy cannot be reached or does not let the request through
NETWORK_TIMEOUT|no complete answer came in time
NETWORK_RESET|the connection closed before the whole answer had arrived
NETWORK_PROTOCOL|what answers at the base URL does not speak HTTP
NETWORK_SIZE|the answer is longer than any answer of this API
UNEXPECTED_ANSWER|the answer does not fit this API: another program answered, or another version of the service
NOT_CONFIRMED|the confirmation was not given; nothing was changed
NO_SUCH_AUTHORITY|no certificate of the account was signed by this authority, so that nothing is known of it
NO_DATA_FILE|the sandbox has no data file yet
DATA_FILE_UNUSABLE|the data file is damaged, of another program, or written by a newer version; it was left as it is
DATA_FILE_UNAVAILABLE|the data file cannot be used just now: the disk is full or fails, or another process keeps it locked
MANIFEST_REFUSED|a manifest says what cannot be, or refers to what is not there; nothing was sent
COMPARISON_FAILED|the account could not be compared with a manifest; exit code 1 would say that they differ
PLAN_REFUSED|the file is no plan that can be carried out here: changed since it was made, or of another account
ACCOUNT_CHANGED|the account is no longer what it was when it was read; nothing was changed
SEED_REFUSED|the seed is wrong, or holds what the account has already; nothing was changed
NO_SUCH_RECORD|nothing in the account is known by what was given for an id
AMBIGUOUS_ID|several objects are known by what was given for an id; nothing was done
RESTART_UNSUPPORTED|the agent is to update and restart, and cannot restart itself; nothing was requested
EDITOR_FAILED|the editor could not be started, did not end well, or left what cannot be read; nothing was changed
RECORD_CHANGED|somebody else changed the object after it was read; nothing was changed here
WAIT_TIMED_OUT|what was waited for did not happen in time
OUTPUT_FAILED|what the command had to say could not be written to stdout: a full disk, or nobody who reads
INTERRUPTED|the command was interrupted before its end
FAILED|something else failed on this machine
'
        case '%settings'
            printf '%s' 'base-url|where the API is
credential-command|program, and its arguments, that prints the API key; run without a shell
output|how results are printed
headers|when tables name their columns; always: on pipes too
page-size|items of a list to fetch with one request
pager|command that shows long output; cat for none
color|when output is coloured
timeout|seconds after which a request is given up
retries|how often a request is sent again where that is safe
ca-cert|PEM file of certificate authorities to trust as well
'
    end
end

function __tunnelctl_table_synonyms
    switch "$argv[1]"
        case 'endpoint'
            printf '%s' 'endpoints
'
        case 'tunnel'
            printf '%s' 'tunnels
'
        case 'tunnel-session'
            printf '%s' 'tunnel-sessions
'
        case 'ssh-credential'
            printf '%s' 'ssh-credentials
'
        case 'ssh-user-certificate'
            printf '%s' 'ssh-user-certificates
'
        case 'ssh-host-certificate'
            printf '%s' 'ssh-host-certificates
'
        case 'api-key'
            printf '%s' 'api-keys
'
        case 'kubernetes-operator'
            printf '%s' 'kubernetes-operators
'
        case 'event-source'
            printf '%s' 'event-sources
'
        case 'event-destination'
            printf '%s' 'event-destinations
'
        case 'abuse-report' 'sandbox abuse-report'
            printf '%s' 'abuse-reports
'
        case 'profile'
            printf '%s' 'profiles
'
        case 'ssh-authority'
            printf '%s' 'ssh-authorities
'
        case 'endpoints new' 'endpoints add' 'ssh-credentials new' 'ssh-credentials add' 'ssh-user-certificates new' 'ssh-user-certificates add' 'ssh-host-certificates new' 'ssh-host-certificates add' 'api-keys new' 'api-keys add' 'kubernetes-operators new' 'kubernetes-operators add' 'event-sources new' 'event-sources add' 'event-destinations new' 'event-destinations add' 'abuse-reports new' 'abuse-reports add'
            printf '%s' 'create
'
        case 'endpoints ls' 'tunnels ls' 'tunnel-sessions ls' 'ssh-credentials ls' 'ssh-user-certificates ls' 'ssh-host-certificates ls' 'api-keys ls' 'kubernetes-operators ls' 'event-sources ls' 'event-destinations ls' 'app users ls' 'profiles ls' 'config ls' 'ssh-authorities ls' 'sandbox agents ls' 'sandbox faults ls'
            printf '%s' 'list
'
        case 'endpoints show' 'endpoints view' 'tunnels show' 'tunnels view' 'tunnel-sessions show' 'tunnel-sessions view' 'ssh-credentials show' 'ssh-credentials view' 'ssh-user-certificates show' 'ssh-user-certificates view' 'ssh-host-certificates show' 'ssh-host-certificates view' 'api-keys show' 'api-keys view' 'kubernetes-operators show' 'kubernetes-operators view' 'edges tcp ip-restriction show' 'edges tcp ip-restriction view' 'edges https routes user-agent-filter show' 'edges https routes user-agent-filter view' 'event-sources show' 'event-sources view' 'event-destinations show' 'event-destinations view' 'app users show' 'app users view' 'abuse-reports show' 'abuse-reports view' 'config show' 'config view'
            printf '%s' 'get
'
        case 'endpoints rm' 'endpoints remove' 'ssh-credentials rm' 'ssh-credentials remove' 'ssh-user-certificates rm' 'ssh-user-certificates remove' 'ssh-host-certificates rm' 'ssh-host-certificates remove' 'api-keys rm' 'api-keys remove' 'kubernetes-operators rm' 'kubernetes-operators remove' 'edges tcp ip-restriction rm' 'edges tcp ip-restriction remove' 'edges https routes user-agent-filter rm' 'edges https routes user-agent-filter remove' 'event-sources rm' 'event-sources remove' 'event-destinations rm' 'event-destinations remove' 'app users rm' 'app users remove' 'profiles rm' 'profiles remove'
            printf '%s' 'delete
'
        case 'app user'
            printf '%s' 'users
'
        case 'sandbox agent'
            printf '%s' 'agents
'
        case 'sandbox fault'
            printf '%s' 'faults
'
        case 'edit edges https route'
            printf '%s' 'routes
'
    end
end

function __tunnelctl_table_arguments
    switch "$argv[1]"
        case 'endpoints get' 'endpoints delete'
            printf '%s' '* + ^endpoints
'
        case 'endpoints update' 'endpoints wait' 'edit endpoints'
            printf '%s' '* ^endpoints
'
        case 'tunnels get'
            printf '%s' '* + ^tunnels
'
        case 'tunnels wait'
            printf '%s' '* ^tunnels
'
        case 'tunnel-sessions get' 'tunnel-sessions restart' 'tunnel-sessions stop' 'tunnel-sessions update'
            printf '%s' '* + ^tunnel_sessions
'
        case 'tunnel-sessions wait' 'sandbox agents disconnect'
            printf '%s' '* ^tunnel_sessions
'
        case 'ssh-credentials get' 'ssh-credentials delete'
            printf '%s' '* + ^ssh_credentials
'
        case 'ssh-credentials update' 'ssh-credentials wait' 'edit ssh-credentials'
            printf '%s' '* ^ssh_credentials
'
        case 'ssh-user-certificates get' 'ssh-user-certificates delete'
            printf '%s' '* + ^ssh_user_certificates
'
        case 'ssh-user-certificates update' 'ssh-user-certificates wait' 'edit ssh-user-certificates'
            printf '%s' '* ^ssh_user_certificates
'
        case 'ssh-user-certificates inspect' 'ssh-host-certificates inspect'
            printf '%s' '* =- F
'
        case 'ssh-user-certificates needs-renewal' 'ssh-user-certificates renew' 'ssh-host-certificates needs-renewal' 'ssh-host-certificates renew' 'apply' 'sandbox backup' 'sandbox recover' 'sandbox export' 'sandbox import'
            printf '%s' '* F
'
        case 'ssh-host-certificates get' 'ssh-host-certificates delete'
            printf '%s' '* + ^ssh_host_certificates
'
        case 'ssh-host-certificates update' 'ssh-host-certificates wait' 'edit ssh-host-certificates'
            printf '%s' '* ^ssh_host_certificates
'
        case 'api-keys get' 'api-keys delete'
            printf '%s' '* + ^api_keys
'
        case 'api-keys update' 'api-keys wait' 'api-keys rotate' 'edit api-keys'
            printf '%s' '* ^api_keys
'
        case 'kubernetes-operators get' 'kubernetes-operators delete'
            printf '%s' '* + ^kubernetes_operators
'
        case 'kubernetes-operators update' 'kubernetes-operators list-bound-endpoints' 'kubernetes-operators wait' 'edit kubernetes-operators'
            printf '%s' '* ^kubernetes_operators
'
        case 'edges tcp ip-restriction replace' 'edges tcp ip-restriction wait' 'edit edges tcp ip-restriction'
            printf '%s' '* ^edges/tcp
'
        case 'edges tcp ip-restriction get' 'edges tcp ip-restriction delete'
            printf '%s' '* + ^edges/tcp
'
        case 'edges https routes user-agent-filter replace' 'edges https routes user-agent-filter wait' 'edit edges https routes user-agent-filter'
            printf '%s' '* ^edges/https
* ^edges/https/{edge_id}/routes
'
        case 'edges https routes user-agent-filter get' 'edges https routes user-agent-filter delete'
            printf '%s' '* ^edges/https
* + ^edges/https/{edge_id}/routes
'
        case 'event-sources create' 'event-sources list'
            printf '%s' '* ^event_subscriptions
'
        case 'event-sources get' 'event-sources update' 'event-sources delete'
            printf '%s' '* ^event_subscriptions
* + ^event_subscriptions/{subscription_id}/sources
'
        case 'event-sources wait'
            printf '%s' '* ^event_subscriptions
* ^event_subscriptions/{subscription_id}/sources
'
        case 'event-destinations get' 'event-destinations delete'
            printf '%s' '* + ^event_destinations
'
        case 'event-destinations update' 'event-destinations wait' 'edit event-destinations'
            printf '%s' '* ^event_destinations
'
        case 'app users get' 'app users delete'
            printf '%s' '* + ^app/users
'
        case 'app users wait'
            printf '%s' '* ^app/users
'
        case 'abuse-reports get'
            printf '%s' '* + ^abuse_reports
'
        case 'abuse-reports wait' 'sandbox abuse-reports process'
            printf '%s' '* ^abuse_reports
'
        case 'logout' 'profiles use' 'profiles show' 'profiles delete'
            printf '%s' '* ^profiles
'
        case 'owned-by'
            printf '%s' '* =me ^users
'
        case 'export'
            printf '%s' '* + =endpoints =ssh-credentials =api-keys =kubernetes-operators =edges.tcp.ip-restriction =edges.https.routes.user-agent-filter =event-sources =event-destinations
'
        case 'traffic-policy validate'
            printf '%s' '* + F
'
        case 'config get' 'config unset'
            printf '%s' '* %settings
'
        case 'config set'
            printf '%s' '* %settings
* +
'
        case 'ssh-authorities show'
            printf '%s' '* ^ssh_certificate_authorities
'
        case 'sandbox exec' 'sandbox faults add' 'sandbox faults clear' 'commands'
            printf '%s' '* +
'
        case 'sandbox agents offer-update'
            printf '%s' '* ^tunnel_sessions
*
'
        case 'sandbox seed'
            printf '%s' '* =demo F
'
        case 'api'
            printf '%s' '* =POST =GET =PATCH =DELETE =PUT
* =/endpoints =/tunnels =/tunnel_sessions =/ssh_credentials =/ssh_user_certificates =/ssh_host_certificates =/api_keys =/kubernetes_operators =/event_destinations =/app/users =/abuse_reports
'
        case 'explain'
            printf '%s' '* %error_codes
'
    end
end

function __tunnelctl_table_blocks
    switch "$argv[1]"
        case ''
            printf '%s' '1 2
'
        case 'endpoints' 'tunnels' 'tunnel-sessions' 'ssh-credentials' 'ssh-user-certificates' 'ssh-host-certificates' 'api-keys' 'kubernetes-operators' 'edges' 'edges tcp' 'edges tcp ip-restriction' 'edges https' 'edges https routes' 'edges https routes user-agent-filter' 'event-sources' 'event-destinations' 'app' 'app users' 'abuse-reports' 'manifest' 'manifest schema' 'traffic-policy' 'profiles' 'profiles use' 'config' 'config set' 'config unset' 'ssh-authorities' 'sandbox' 'sandbox agents' 'sandbox agents disconnect' 'sandbox abuse-reports' 'sandbox faults' 'sandbox faults add' 'sandbox faults clear' 'sandbox recover' 'sandbox seed' 'sandbox import' 'openapi' 'completion' 'completion bash' 'completion zsh' 'completion fish' 'completion powershell' 'edit' 'edit edges' 'edit edges tcp' 'edit edges https' 'edit edges https routes'
            printf '%s' '1
'
        case 'endpoints create'
            printf '%s' '1 3 4 5 6 7 8 9 10
'
        case 'endpoints list'
            printf '%s' '1 7 8 10 11 12 13 14 15
'
        case 'endpoints get'
            printf '%s' '1 7 8 10 15
'
        case 'endpoints update'
            printf '%s' '1 3 5 6 7 8 9 10 16
'
        case 'endpoints delete' 'tunnel-sessions stop' 'ssh-credentials delete' 'ssh-user-certificates delete' 'ssh-host-certificates delete' 'kubernetes-operators delete' 'edges tcp ip-restriction delete' 'edges https routes user-agent-filter delete' 'event-sources delete' 'event-destinations delete' 'app users delete'
            printf '%s' '1 10 17 18
'
        case 'endpoints wait'
            printf '%s' '1 7 8 19 20
'
        case 'tunnels list'
            printf '%s' '1 8 10 11 15 21 22
'
        case 'tunnels get'
            printf '%s' '1 8 10 15 22
'
        case 'tunnels wait'
            printf '%s' '1 8 20 22 23
'
        case 'tunnel-sessions list'
            printf '%s' '1 8 10 11 15 24 25
'
        case 'tunnel-sessions get'
            printf '%s' '1 8 10 15 25
'
        case 'tunnel-sessions restart'
            printf '%s' '1 10 26 27
'
        case 'tunnel-sessions update'
            printf '%s' '1 10 27 28
'
        case 'tunnel-sessions wait'
            printf '%s' '1 8 20 25 29
'
        case 'ssh-credentials create'
            printf '%s' '1 5 6 8 9 10 30 31 32 33 34
'
        case 'ssh-credentials list'
            printf '%s' '1 8 10 11 14 15 34 35
'
        case 'ssh-credentials get'
            printf '%s' '1 8 10 15 34
'
        case 'ssh-credentials update'
            printf '%s' '1 5 6 8 9 10 16 31 34
'
        case 'ssh-credentials wait'
            printf '%s' '1 8 20 34 36
'
        case 'ssh-user-certificates create'
            printf '%s' '1 5 6 8 9 10 33 37 38 39 40
'
        case 'ssh-user-certificates list'
            printf '%s' '1 8 10 11 15 40 41
'
        case 'ssh-user-certificates get'
            printf '%s' '1 8 10 15 39 40 42
'
        case 'ssh-user-certificates update'
            printf '%s' '1 5 6 8 9 10 16 40
'
        case 'ssh-user-certificates wait'
            printf '%s' '1 8 20 40 43
'
        case 'ssh-user-certificates inspect' 'ssh-host-certificates inspect'
            printf '%s' '1 8 44
'
        case 'ssh-user-certificates needs-renewal' 'ssh-host-certificates needs-renewal'
            printf '%s' '1 45
'
        case 'ssh-user-certificates renew' 'ssh-host-certificates renew'
            printf '%s' '1 46
'
        case 'ssh-host-certificates create'
            printf '%s' '1 5 6 8 9 10 33 37 39 47 48
'
        case 'ssh-host-certificates list'
            printf '%s' '1 8 10 11 15 48 49
'
        case 'ssh-host-certificates get'
            printf '%s' '1 8 10 15 39 42 48
'
        case 'ssh-host-certificates update'
            printf '%s' '1 5 6 8 9 10 16 48
'
        case 'ssh-host-certificates wait'
            printf '%s' '1 8 20 48 50
'
        case 'api-keys create'
            printf '%s' '1 5 6 8 9 10 32 51
'
        case 'api-keys list'
            printf '%s' '1 8 10 11 14 15 51 52
'
        case 'api-keys get'
            printf '%s' '1 8 10 15 51
'
        case 'api-keys update'
            printf '%s' '1 5 6 8 9 10 16 51
'
        case 'api-keys delete'
            printf '%s' '1 10 17 18 53
'
        case 'api-keys wait'
            printf '%s' '1 8 20 51 54
'
        case 'api-keys rotate'
            printf '%s' '1 17 55
'
        case 'kubernetes-operators create'
            printf '%s' '1 5 6 8 9 10 56 57 58
'
        case 'kubernetes-operators list'
            printf '%s' '1 8 10 11 14 15 58 59
'
        case 'kubernetes-operators get'
            printf '%s' '1 8 10 15 58
'
        case 'kubernetes-operators update'
            printf '%s' '1 5 6 8 9 10 16 56 58
'
        case 'kubernetes-operators list-bound-endpoints'
            printf '%s' '1 7 8 10 11 13 14 15 60
'
        case 'kubernetes-operators wait'
            printf '%s' '1 8 20 58 61
'
        case 'edges tcp ip-restriction replace'
            printf '%s' '1 8 9 10 16 17 62 63 64
'
        case 'edges tcp ip-restriction get'
            printf '%s' '1 8 10 15 64
'
        case 'edges tcp ip-restriction wait'
            printf '%s' '1 8 20 64 65
'
        case 'edges https routes user-agent-filter replace'
            printf '%s' '1 8 9 10 16 17 62 66 67
'
        case 'edges https routes user-agent-filter get'
            printf '%s' '1 8 10 15 67
'
        case 'edges https routes user-agent-filter wait'
            printf '%s' '1 8 20 67 68
'
        case 'event-sources create'
            printf '%s' '1 8 9 10 69 70
'
        case 'event-sources list'
            printf '%s' '1 8 10 15 70 71
'
        case 'event-sources get'
            printf '%s' '1 8 10 15 70
'
        case 'event-sources update'
            printf '%s' '1 8 10 70
'
        case 'event-sources wait'
            printf '%s' '1 8 20 70 72
'
        case 'event-destinations create'
            printf '%s' '1 5 6 8 9 10 73 74
'
        case 'event-destinations list'
            printf '%s' '1 8 10 11 15 74 75
'
        case 'event-destinations get'
            printf '%s' '1 8 10 15 74
'
        case 'event-destinations update'
            printf '%s' '1 5 6 8 9 10 16 73 74
'
        case 'event-destinations wait'
            printf '%s' '1 8 20 74 76
'
        case 'app users list'
            printf '%s' '1 8 10 11 15 77 78
'
        case 'app users get'
            printf '%s' '1 8 10 15 78
'
        case 'app users wait'
            printf '%s' '1 8 20 78 79
'
        case 'abuse-reports create'
            printf '%s' '1 6 8 9 10 80 81
'
        case 'abuse-reports get'
            printf '%s' '1 8 10 15 81
'
        case 'abuse-reports wait'
            printf '%s' '1 8 20 81 82
'
        case 'login'
            printf '%s' '1 83
'
        case 'logout'
            printf '%s' '1 84
'
        case 'whoami'
            printf '%s' '1 8 85
'
        case 'owned-by'
            printf '%s' '1 8 86 87 88 89
'
        case 'export'
            printf '%s' '1 90
'
        case 'diff'
            printf '%s' '1 91 92
'
        case 'apply'
            printf '%s' '1 17 91 93
'
        case 'traffic-policy validate'
            printf '%s' '1 8 94
'
        case 'profiles list'
            printf '%s' '1 8 95
'
        case 'profiles show'
            printf '%s' '1 8 96
'
        case 'profiles delete'
            printf '%s' '1 97
'
        case 'config list'
            printf '%s' '1 8 98 99
'
        case 'config get'
            printf '%s' '1 8 99
'
        case 'config path'
            printf '%s' '1 8 100
'
        case 'serve'
            printf '%s' '1 101
'
        case 'ssh-authorities list'
            printf '%s' '1 8 87 88 89
'
        case 'ssh-authorities show'
            printf '%s' '1 8 88 102
'
        case 'sandbox exec'
            printf '%s' '1 103
'
        case 'sandbox events'
            printf '%s' '1 8 104 105
'
        case 'sandbox requests'
            printf '%s' '1 8 105 106
'
        case 'sandbox agents list'
            printf '%s' '1 8 107
'
        case 'sandbox agents connect'
            printf '%s' '1 8 25 108
'
        case 'sandbox agents offer-update'
            printf '%s' '1 109
'
        case 'sandbox abuse-reports process'
            printf '%s' '1 110
'
        case 'sandbox faults list'
            printf '%s' '1 8 111
'
        case 'sandbox info'
            printf '%s' '1 8 112
'
        case 'sandbox path'
            printf '%s' '1 8 113
'
        case 'sandbox backup'
            printf '%s' '1 114
'
        case 'sandbox check'
            printf '%s' '1 8 115
'
        case 'sandbox export'
            printf '%s' '1 116
'
        case 'sandbox reset'
            printf '%s' '1 17
'
        case 'api'
            printf '%s' '1 10 117
'
        case 'explain'
            printf '%s' '1 8 118
'
        case 'version'
            printf '%s' '1 8 119
'
        case 'completion install'
            printf '%s' '1 120 121
'
        case 'completion uninstall'
            printf '%s' '1 120
'
        case 'commands'
            printf '%s' '1 8 88 89
'
        case 'edit endpoints' 'edit ssh-credentials' 'edit ssh-user-certificates' 'edit ssh-host-certificates' 'edit api-keys' 'edit kubernetes-operators' 'edit edges tcp ip-restriction' 'edit edges https routes user-agent-filter' 'edit event-destinations'
            printf '%s' '1 8 16 88 122
'
    end
end

function __tunnelctl_table_options
    switch "$argv[1]"
        case '1'
            printf '%s' '--output|* =table =wide =json =jsonl =yaml =csv =markdown =id =raw =none|how to print: table, wide, json, jsonl, yaml, csv, markdown, id, raw, none
-o|* =table =wide =json =jsonl =yaml =csv =markdown =id =raw =none|how to print: table, wide, json, jsonl, yaml, csv, markdown, id, raw, none
--json||the same as -o json
--quiet||nothing but errors on stderr
-q||nothing but errors on stderr
--no-pager||never show long output in a pager
--no-input||never ask for anything
--exact-ids||take nothing but whole ids for objects: no URLs, descriptions, beginnings
--profile|* ^profiles|settings and key to use: a profile, or sandbox
--base-url|*|where the API is
--api-key|* @|token of an API key, @FILE or env:NAME
--sandbox||run against the service in this process: no server, no key
--data|* F|data file of --sandbox and serve; theirs by default
--timeout|*|give up on a request after this long
--debug||log requests and responses on stderr, without secrets
--retries|*|send a request again where that is safe, so often; 0 for never
--ca-cert|* F|also trust the authorities in a PEM file
--help||show help
-h||show help
'
        case '2'
            printf '%s' '--version||show the version
'
        case '3'
            printf '%s' '--url|* @|URL to serve: https://host, http://host, tcp://host:port or tls://host; internal under .internal
--traffic-policy|* A|traffic policy, a JSON or YAML document
--bindings|* =public =internal =kubernetes|where it can be reached: public, internal (under .internal alone) or kubernetes; decided by the host when not given
--pooling-enabled||share the URL with other endpoints that allow it too
--no-pooling-enabled||share the URL with other endpoints that allow it too
'
        case '4'
            printf '%s' '--type|* =cloud|kind of endpoint
'
        case '5'
            printf '%s' '--description|* @|what it is for, in words for people; at most 255 bytes
'
        case '6'
            printf '%s' '--metadata|* @|arbitrary data of yours, often JSON; at most 4096 bytes
'
        case '7'
            printf '%s' '--columns|* , =id =uri =region =created_at =updated_at =public_url =proto =scheme =hostport =host =port =type =metadata =description =domain =domain.id =domain.uri =tcp_addr =tcp_addr.id =tcp_addr.uri =tunnel =tunnel.id =tunnel.uri =edge =edge.id =edge.uri =upstream_url =upstream_protocol =url =principal =principal.id =principal.uri =traffic_policy =bindings =tunnel_session =tunnel_session.id =tunnel_session.uri =name =pooling_enabled|show these alone, separated by commas: id,principal.id
'
        case '8'
            printf '%s' '--query|*|show what a JMESPath expression finds in the result
--headers||name the columns and line them up on a pipe too, or leave the names out
--no-headers||name the columns and line them up on a pipe too, or leave the names out
--csv-safe||with -o csv: let no value be a formula when a spreadsheet opens it
'
        case '9'
            printf '%s' '--from-file|* F|take the whole body from YAML or JSON (- for stdin), also as a record was read; JSONL, a list or several documents are several; flags override them
--skeleton||print a body to fill in for --from-file
'
        case '10'
            printf '%s' '--dry-run||print the request without sending it; needs no account
--curl||print the request as a curl command; needs no account
'
        case '11'
            printf '%s' '--limit|*|show at most this many
--all||show all, on a terminal too
--page-size|*|fetch this many per request, 1 to 100
'
        case '12'
            printf '%s' '--before-id|* ^endpoints|start after the item with this id, with the next older one
'
        case '13'
            printf '%s' '--where|* + =id= =uri= =region= =created_at= =updated_at= =public_url= =proto=http =proto=https =proto=tcp =proto=tls =scheme= =hostport= =host= =port= =type=ephemeral =type=edge =type=cloud =metadata= =description= =domain= =domain.id= =domain.uri= =tcp_addr= =tcp_addr.id= =tcp_addr.uri= =tunnel= =tunnel.id= =tunnel.uri= =edge= =edge.id= =edge.uri= =upstream_url= =upstream_protocol= =url= =principal= =principal.id= =principal.uri= =traffic_policy= =bindings=public =bindings=internal =bindings=kubernetes =tunnel_session= =tunnel_session.id= =tunnel_session.uri= =name= =pooling_enabled=true =pooling_enabled=false|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =region =created_at =updated_at =public_url =proto =scheme =hostport =host =port =type =metadata =description =domain =domain.id =domain.uri =tcp_addr =tcp_addr.id =tcp_addr.uri =tunnel =tunnel.id =tunnel.uri =edge =edge.id =edge.uri =upstream_url =upstream_protocol =url =principal =principal.id =principal.uri =traffic_policy =bindings =tunnel_session =tunnel_session.id =tunnel_session.uri =name =pooling_enabled|sort the whole list: url, or -created_at for the last first
'
        case '14'
            printf '%s' '--owner|* =me ^users|show what this user or bot owns; me for the one whose key is used
'
        case '15'
            printf '%s' '--watch||look again and again until Ctrl-C: redraws on a terminal, events with -o jsonl
--interval|*|time between two looks of --watch, at least 0.5
'
        case '16'
            printf '%s' '--diff||show the old and the new of what changes; with --dry-run nothing else
'
        case '17'
            printf '%s' '--yes||do not ask for confirmation; required without a terminal
-y||do not ask for confirmation; required without a terminal
'
        case '18'
            printf '%s' '--ignore-not-found||do not fail for what is not there any more
'
        case '19'
            printf '%s' '--for|* =exists =deleted =id= =uri= =region= =created_at= =updated_at= =public_url= =proto=http =proto=https =proto=tcp =proto=tls =scheme= =hostport= =host= =port= =type=ephemeral =type=edge =type=cloud =metadata= =description= =domain= =domain.id= =domain.uri= =tcp_addr= =tcp_addr.id= =tcp_addr.uri= =tunnel= =tunnel.id= =tunnel.uri= =edge= =edge.id= =edge.uri= =upstream_url= =upstream_protocol= =url= =principal= =principal.id= =principal.uri= =traffic_policy= =bindings=public =bindings=internal =bindings=kubernetes =tunnel_session= =tunnel_session.id= =tunnel_session.uri= =name= =pooling_enabled=true =pooling_enabled=false|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '20'
            printf '%s' '--wait-timeout|*|give up after this long: 30s, 5m
'
        case '21'
            printf '%s' '--before-id|* ^tunnels|start after the item with this id, with the next older one
--where|* + =id= =uri= =public_url= =started_at= =metadata= =proto=http =proto=https =proto=tcp =proto=tls =region= =tunnel_session= =tunnel_session.id= =tunnel_session.uri= =endpoint= =endpoint.id= =endpoint.uri= =labels= =backends= =backends.id= =backends.uri= =forwards_to=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =public_url =started_at =metadata =proto =region =tunnel_session =tunnel_session.id =tunnel_session.uri =endpoint =endpoint.id =endpoint.uri =labels =backends =backends.id =backends.uri =forwards_to|sort the whole list: url, or -created_at for the last first
'
        case '22'
            printf '%s' '--columns|* , =id =uri =public_url =started_at =metadata =proto =region =tunnel_session =tunnel_session.id =tunnel_session.uri =endpoint =endpoint.id =endpoint.uri =labels =backends =backends.id =backends.uri =forwards_to|show these alone, separated by commas: id,principal.id
'
        case '23'
            printf '%s' '--for|* =exists =deleted =id= =uri= =public_url= =started_at= =metadata= =proto=http =proto=https =proto=tcp =proto=tls =region= =tunnel_session= =tunnel_session.id= =tunnel_session.uri= =endpoint= =endpoint.id= =endpoint.uri= =labels= =backends= =backends.id= =backends.uri= =forwards_to=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '24'
            printf '%s' '--before-id|* ^tunnel_sessions|start after the item with this id, with the next older one
--where|* + =agent_version= =credential= =credential.id= =credential.uri= =id= =ip= =metadata= =os= =region= =started_at= =transport= =uri=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =agent_version =credential =credential.id =credential.uri =id =ip =metadata =os =region =started_at =transport =uri|sort the whole list: url, or -created_at for the last first
'
        case '25'
            printf '%s' '--columns|* , =agent_version =credential =credential.id =credential.uri =id =ip =metadata =os =region =started_at =transport =uri|show these alone, separated by commas: id,principal.id
'
        case '26'
            printf '%s' '--wait||wait until the agent is back, and show its new session
'
        case '27'
            printf '%s' '--wait-timeout|*|how long to wait for the agent to come back
'
        case '28'
            printf '%s' '--restart||when it has updated, restart the agent and show its new session
'
        case '29'
            printf '%s' '--for|* =exists =deleted =agent_version= =credential= =credential.id= =credential.uri= =id= =ip= =metadata= =os= =region= =started_at= =transport= =uri=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '30'
            printf '%s' '--public-key|* A|the public key: one line as in id_ed25519.pub, or PEM
'
        case '31'
            printf '%s' '--acl|* + @|what the key may bind: bind:<domain>, bind:*.<domain>, bind:<host>:<port>, bind:<label>=<value> or *; empty means everything
'
        case '32'
            printf '%s' '--owner-id|* ^users @|user or bot that owns it; yourself by default, another one only for admins
'
        case '33'
            printf '%s' '--generate|* F|make an Ed25519 key pair in place of --public-key: the private key in this file, the public one beside it with .pub
'
        case '34'
            printf '%s' '--columns|* , =id =uri =created_at =description =metadata =public_key =acl =owner_id|show these alone, separated by commas: id,principal.id
'
        case '35'
            printf '%s' '--before-id|* ^ssh_credentials|start after the item with this id, with the next older one
--where|* + =id= =uri= =created_at= =description= =metadata= =public_key= =acl= =owner_id=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =created_at =description =metadata =public_key =acl =owner_id|sort the whole list: url, or -created_at for the last first
'
        case '36'
            printf '%s' '--for|* =exists =deleted =id= =uri= =created_at= =description= =metadata= =public_key= =acl= =owner_id=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '37'
            printf '%s' '--ssh-certificate-authority-id|* ^ssh_certificate_authorities @|id of the SSH certificate authority that signs
--public-key|* A|the public key to certify: one line as in id_ed25519.pub, or PEM
--valid-after|* @|start of the validity; now by default
--valid-for|*|how long from --valid-after on, as 8h or 1d12h; in place of --valid-until
--out|* F|write the certificate to this file; auto: beside the key file, as id_ed25519-cert.pub
'
        case '38'
            printf '%s' '--principals|* + @|usernames that the holder may log in as; none means any, which current OpenSSH servers refuse
--critical-options|* + @|force-command=<command> and source-address=<CIDR,...>, which the server must enforce
--extensions|* + @|what the server may allow, mostly with an empty value: permit-pty=, permit-port-forwarding=
--valid-until|* @|end of the validity; 24 hours from now by default
'
        case '39'
            printf '%s' '--force||with --out, replace a file that is a different certificate, or not one at all
--bundle|* D|write what its user needs to this directory: certificate, authority, known_hosts, configuration of ssh or sshd
--known-hosts|*|with --bundle, the hosts to believe: \'*.example.com\'
'
        case '40'
            printf '%s' '--columns|* , =id =uri =created_at =description =metadata =public_key =key_type =ssh_certificate_authority_id =principals =critical_options =extensions =valid_after =valid_until =certificate|show these alone, separated by commas: id,principal.id
'
        case '41'
            printf '%s' '--before-id|* ^ssh_user_certificates|start after the item with this id, with the next older one
--where|* + =id= =uri= =created_at= =description= =metadata= =public_key= =key_type=rsa =key_type=ecdsa =key_type=ed25519 =ssh_certificate_authority_id= =principals= =critical_options= =extensions= =valid_after= =valid_until= =certificate=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =created_at =description =metadata =public_key =key_type =ssh_certificate_authority_id =principals =critical_options =extensions =valid_after =valid_until =certificate|sort the whole list: url, or -created_at for the last first
'
        case '42'
            printf '%s' '--out|* F|write the certificate to this file
'
        case '43'
            printf '%s' '--for|* =exists =deleted =id= =uri= =created_at= =description= =metadata= =public_key= =key_type=rsa =key_type=ecdsa =key_type=ed25519 =ssh_certificate_authority_id= =principals= =critical_options= =extensions= =valid_after= =valid_until= =certificate=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '44'
            printf '%s' '--columns|* , =type =kind =key_id =serial =key_type =public_key =public_key_fingerprint =authority_key_type =authority_public_key =authority_fingerprint =signature_algorithm =valid_after =valid_until =principals =critical_options =extensions =comment|show these alone, separated by commas: id,principal.id
'
        case '45'
            printf '%s' '--expires-in|*|due so long before the end, as 1h, or once so much of it has passed, as 75%
'
        case '46'
            printf '%s' '--valid-for|*|how long the new one is valid, as 8h or 1d12h, in place of as long as the old one
--expires-in|*|do nothing until it is due: so long before the end, as 1h, or once so much of it has passed, as 75%
'
        case '47'
            printf '%s' '--principals|* + @|hostnames and IP addresses that may serve SSH with it; none means all hosts
--valid-until|* @|end of the validity; one year from now by default
'
        case '48'
            printf '%s' '--columns|* , =id =uri =created_at =description =metadata =public_key =key_type =ssh_certificate_authority_id =principals =valid_after =valid_until =certificate|show these alone, separated by commas: id,principal.id
'
        case '49'
            printf '%s' '--before-id|* ^ssh_host_certificates|start after the item with this id, with the next older one
--where|* + =id= =uri= =created_at= =description= =metadata= =public_key= =key_type=rsa =key_type=ecdsa =key_type=ed25519 =ssh_certificate_authority_id= =principals= =valid_after= =valid_until= =certificate=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =created_at =description =metadata =public_key =key_type =ssh_certificate_authority_id =principals =valid_after =valid_until =certificate|sort the whole list: url, or -created_at for the last first
'
        case '50'
            printf '%s' '--for|* =exists =deleted =id= =uri= =created_at= =description= =metadata= =public_key= =key_type=rsa =key_type=ecdsa =key_type=ed25519 =ssh_certificate_authority_id= =principals= =valid_after= =valid_until= =certificate=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '51'
            printf '%s' '--columns|* , =id =uri =description =metadata =created_at =token =owner_id|show these alone, separated by commas: id,principal.id
'
        case '52'
            printf '%s' '--before-id|* ^api_keys|start after the item with this id, with the next older one
--where|* + =id= =uri= =description= =metadata= =created_at= =token= =owner_id=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =description =metadata =created_at =token =owner_id|sort the whole list: url, or -created_at for the last first
'
        case '53'
            printf '%s' '--allow-key-in-use||delete even the key that this command is run with
'
        case '54'
            printf '%s' '--for|* =exists =deleted =id= =uri= =description= =metadata= =created_at= =token= =owner_id=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '55'
            printf '%s' '--to-file|* F|write the token to this file, mode 0600
--to-command|*|run this in a shell, with the token on its stdin
--to-profile|* ^profiles|store the token as the key of this profile
--keep-old||leave the old key, to be deleted once nothing uses it any more
--force||with --to-file, replace a file that holds no API key
'
        case '56'
            printf '%s' '--enabled-features|* + =bindings =ingress =gateway|features of the operator that are switched on
--region|* @|region that serves the operator\'s ingress
--deployment.name|* @|name of the deployment
--deployment.version|* @|version of the operator
--binding.endpoint-selectors|* + @|CEL expressions; an endpoint that one of them accepts is bound ("true" accepts all)
--binding.csr|* A|PEM certificate signing request; its key gets a client certificate for mutual TLS
--binding.ingress-endpoint|* @|public ingress endpoint, as host:port
'
        case '57'
            printf '%s' '--deployment.namespace|* @|Kubernetes namespace of the deployment
--deployment.cluster-name|* @|the cluster\'s name, given by you
'
        case '58'
            printf '%s' '--columns|* , =id =uri =created_at =updated_at =description =metadata =principal =principal.id =principal.uri =enabled_features =region =deployment =deployment.name =deployment.namespace =deployment.version =deployment.cluster_name =binding =binding.endpoint_selectors =binding.cert =binding.cert.cert =binding.cert.not_before =binding.cert.not_after =binding.ingress_endpoint|show these alone, separated by commas: id,principal.id
'
        case '59'
            printf '%s' '--before-id|* ^kubernetes_operators|start after the item with this id, with the next older one
--where|* + =id= =uri= =created_at= =updated_at= =description= =metadata= =principal= =principal.id= =principal.uri= =enabled_features=bindings =enabled_features=ingress =enabled_features=gateway =region= =deployment.name= =deployment.namespace= =deployment.version= =deployment.cluster_name= =binding.endpoint_selectors= =binding.cert.cert= =binding.cert.not_before= =binding.cert.not_after= =binding.ingress_endpoint=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =created_at =updated_at =description =metadata =principal =principal.id =principal.uri =enabled_features =region =deployment =deployment.name =deployment.namespace =deployment.version =deployment.cluster_name =binding =binding.endpoint_selectors =binding.cert =binding.cert.cert =binding.cert.not_before =binding.cert.not_after =binding.ingress_endpoint|sort the whole list: url, or -created_at for the last first
'
        case '60'
            printf '%s' '--before-id|* ^kubernetes_operators/{id}/bound_endpoints|start after the item with this id, with the next older one
'
        case '61'
            printf '%s' '--for|* =exists =deleted =id= =uri= =created_at= =updated_at= =description= =metadata= =principal= =principal.id= =principal.uri= =enabled_features=bindings =enabled_features=ingress =enabled_features=gateway =region= =deployment.name= =deployment.namespace= =deployment.version= =deployment.cluster_name= =binding.endpoint_selectors= =binding.cert.cert= =binding.cert.not_before= =binding.cert.not_after= =binding.ingress_endpoint=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '62'
            printf '%s' '--enabled||whether the module is applied
--no-enabled||whether the module is applied
'
        case '63'
            printf '%s' '--ip-policy-ids|* + ^ip_policies @|ids of the IP policies to apply
'
        case '64'
            printf '%s' '--columns|* , =enabled =ip_policies =ip_policies.id =ip_policies.uri|show these alone, separated by commas: id,principal.id
'
        case '65'
            printf '%s' '--for|* =exists =deleted =enabled=true =enabled=false =ip_policies= =ip_policies.id= =ip_policies.uri=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '66'
            printf '%s' '--allow|* + @|user agents that are let through: RE2 regular expressions
--deny|* + @|user agents that are turned away: RE2 regular expressions
'
        case '67'
            printf '%s' '--columns|* , =enabled =allow =deny|show these alone, separated by commas: id,principal.id
'
        case '68'
            printf '%s' '--for|* =exists =deleted =enabled=true =enabled=false =allow= =deny=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '69'
            printf '%s' '--type|* %event_types @|event type, in the form <resource>_<verb>.v<number>
'
        case '70'
            printf '%s' '--columns|* , =type =uri|show these alone, separated by commas: id,principal.id
'
        case '71'
            printf '%s' '--where|* + =type= =uri=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =type =uri|sort the whole list: url, or -created_at for the last first
'
        case '72'
            printf '%s' '--for|* =exists =deleted =type= =uri=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '73'
            printf '%s' '--format|* =json|serialization format of the events
--target.stream-target.auth.role.role-resource-name|* @|name of the role
--target.stream-target.auth.creds.cloud-access-key-id|* @|id of the access key
--target.stream-target.auth.creds.cloud-secret-access-key|* @|the secret access key
--target.stream-target.stream-resource-name|* @|stream to deposit events into
--target.delivery-target.auth.role.role-resource-name|* @|name of the role
--target.delivery-target.auth.creds.cloud-access-key-id|* @|id of the access key
--target.delivery-target.auth.creds.cloud-secret-access-key|* @|the secret access key
--target.delivery-target.delivery-stream-resource-name|* @|delivery stream to deposit events into
--target.log-target.auth.role.role-resource-name|* @|name of the role
--target.log-target.auth.creds.cloud-access-key-id|* @|id of the access key
--target.log-target.auth.creds.cloud-secret-access-key|* @|the secret access key
--target.log-target.log-group-resource-name|* @|log group to deposit events into
--target.metrics-target.api-key|* @|API key of the metrics service
--target.metrics-target.ddtags|* @|tags sent with the event
--target.metrics-target.service|* @|service name sent with the event
--target.metrics-target.ddsite|* @|site to send to
--target.cloud-logs-target.tenant-id|* @|tenant of the application
--target.cloud-logs-target.client-id|* @|id of the application
--target.cloud-logs-target.client-secret|* @|secret of the application
--target.cloud-logs-target.logs-ingestion-uri|* @|URI of the ingestion endpoint
--target.cloud-logs-target.data-collection-rule-id|* @|id of the data collection rule
--target.cloud-logs-target.data-collection-stream-name|* @|name of the data collection stream
'
        case '74'
            printf '%s' '--columns|* , =id =uri =created_at =description =metadata =format =target =target.stream_target =target.stream_target.auth =target.stream_target.auth.role =target.stream_target.auth.role.role_resource_name =target.stream_target.auth.creds =target.stream_target.auth.creds.cloud_access_key_id =target.stream_target.auth.creds.cloud_secret_access_key =target.stream_target.stream_resource_name =target.delivery_target =target.delivery_target.auth =target.delivery_target.auth.role =target.delivery_target.auth.role.role_resource_name =target.delivery_target.auth.creds =target.delivery_target.auth.creds.cloud_access_key_id =target.delivery_target.auth.creds.cloud_secret_access_key =target.delivery_target.delivery_stream_resource_name =target.log_target =target.log_target.auth =target.log_target.auth.role =target.log_target.auth.role.role_resource_name =target.log_target.auth.creds =target.log_target.auth.creds.cloud_access_key_id =target.log_target.auth.creds.cloud_secret_access_key =target.log_target.log_group_resource_name =target.metrics_target =target.metrics_target.api_key =target.metrics_target.ddtags =target.metrics_target.service =target.metrics_target.ddsite =target.cloud_logs_target =target.cloud_logs_target.tenant_id =target.cloud_logs_target.client_id =target.cloud_logs_target.client_secret =target.cloud_logs_target.logs_ingestion_uri =target.cloud_logs_target.data_collection_rule_id =target.cloud_logs_target.data_collection_stream_name|show these alone, separated by commas: id,principal.id
'
        case '75'
            printf '%s' '--before-id|* ^event_destinations|start after the item with this id, with the next older one
--where|* + =id= =uri= =created_at= =description= =metadata= =format=json =target.stream_target.auth.role.role_resource_name= =target.stream_target.auth.creds.cloud_access_key_id= =target.stream_target.auth.creds.cloud_secret_access_key= =target.stream_target.stream_resource_name= =target.delivery_target.auth.role.role_resource_name= =target.delivery_target.auth.creds.cloud_access_key_id= =target.delivery_target.auth.creds.cloud_secret_access_key= =target.delivery_target.delivery_stream_resource_name= =target.log_target.auth.role.role_resource_name= =target.log_target.auth.creds.cloud_access_key_id= =target.log_target.auth.creds.cloud_secret_access_key= =target.log_target.log_group_resource_name= =target.metrics_target.api_key= =target.metrics_target.ddtags= =target.metrics_target.service= =target.metrics_target.ddsite= =target.cloud_logs_target.tenant_id= =target.cloud_logs_target.client_id= =target.cloud_logs_target.client_secret= =target.cloud_logs_target.logs_ingestion_uri= =target.cloud_logs_target.data_collection_rule_id= =target.cloud_logs_target.data_collection_stream_name=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =created_at =description =metadata =format =target =target.stream_target =target.stream_target.auth =target.stream_target.auth.role =target.stream_target.auth.role.role_resource_name =target.stream_target.auth.creds =target.stream_target.auth.creds.cloud_access_key_id =target.stream_target.auth.creds.cloud_secret_access_key =target.stream_target.stream_resource_name =target.delivery_target =target.delivery_target.auth =target.delivery_target.auth.role =target.delivery_target.auth.role.role_resource_name =target.delivery_target.auth.creds =target.delivery_target.auth.creds.cloud_access_key_id =target.delivery_target.auth.creds.cloud_secret_access_key =target.delivery_target.delivery_stream_resource_name =target.log_target =target.log_target.auth =target.log_target.auth.role =target.log_target.auth.role.role_resource_name =target.log_target.auth.creds =target.log_target.auth.creds.cloud_access_key_id =target.log_target.auth.creds.cloud_secret_access_key =target.log_target.log_group_resource_name =target.metrics_target =target.metrics_target.api_key =target.metrics_target.ddtags =target.metrics_target.service =target.metrics_target.ddsite =target.cloud_logs_target =target.cloud_logs_target.tenant_id =target.cloud_logs_target.client_id =target.cloud_logs_target.client_secret =target.cloud_logs_target.logs_ingestion_uri =target.cloud_logs_target.data_collection_rule_id =target.cloud_logs_target.data_collection_stream_name|sort the whole list: url, or -created_at for the last first
'
        case '76'
            printf '%s' '--for|* =exists =deleted =id= =uri= =created_at= =description= =metadata= =format=json =target.stream_target.auth.role.role_resource_name= =target.stream_target.auth.creds.cloud_access_key_id= =target.stream_target.auth.creds.cloud_secret_access_key= =target.stream_target.stream_resource_name= =target.delivery_target.auth.role.role_resource_name= =target.delivery_target.auth.creds.cloud_access_key_id= =target.delivery_target.auth.creds.cloud_secret_access_key= =target.delivery_target.delivery_stream_resource_name= =target.log_target.auth.role.role_resource_name= =target.log_target.auth.creds.cloud_access_key_id= =target.log_target.auth.creds.cloud_secret_access_key= =target.log_target.log_group_resource_name= =target.metrics_target.api_key= =target.metrics_target.ddtags= =target.metrics_target.service= =target.metrics_target.ddsite= =target.cloud_logs_target.tenant_id= =target.cloud_logs_target.client_id= =target.cloud_logs_target.client_secret= =target.cloud_logs_target.logs_ingestion_uri= =target.cloud_logs_target.data_collection_rule_id= =target.cloud_logs_target.data_collection_stream_name=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '77'
            printf '%s' '--before-id|* ^app/users|start after the item with this id, with the next older one
--where|* + =id= =uri= =identity_provider.name= =identity_provider.url= =provider_user_id= =username= =email= =name= =created_at= =last_active= =last_login=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--sort-by|* , - =id =uri =identity_provider =identity_provider.name =identity_provider.url =provider_user_id =username =email =name =created_at =last_active =last_login|sort the whole list: url, or -created_at for the last first
'
        case '78'
            printf '%s' '--columns|* , =id =uri =identity_provider =identity_provider.name =identity_provider.url =provider_user_id =username =email =name =created_at =last_active =last_login|show these alone, separated by commas: id,principal.id
'
        case '79'
            printf '%s' '--for|* =exists =deleted =id= =uri= =identity_provider.name= =identity_provider.url= =provider_user_id= =username= =email= =name= =created_at= =last_active= =last_login=|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '80'
            printf '%s' '--urls|* + @|absolute http or https URLs to report
'
        case '81'
            printf '%s' '--columns|* , =id =uri =created_at =urls =metadata =status =hostnames =hostnames.hostname =hostnames.status|show these alone, separated by commas: id,principal.id
'
        case '82'
            printf '%s' '--for|* =exists =deleted =id= =uri= =created_at= =urls= =metadata= =status=PENDING =status=PROCESSED =status=PARTIALLY_PROCESSED =hostnames.hostname= =hostnames.status=PENDING =hostnames.status=BANNED =hostnames.status=UNBANNED =hostnames.status=IGNORE|exists, deleted, or what a member is to be, as --where has it: status=PROCESSED
'
        case '83'
            printf '%s' '--with-key||read the key from stdin
--no-verify||store without trying the key
--no-use||store the profile, and go on using the one that is in use
'
        case '84'
            printf '%s' '--yes||remove without asking
-y||remove without asking
'
        case '85'
            printf '%s' '--columns|* , =profile =profile_from =base_url =base_url_from =api_key_id =api_key_from =owner_id =key_works|show these alone, separated by commas: id,principal.id
'
        case '86'
            printf '%s' '--kind|* + =endpoints =ssh-credentials =api-keys =kubernetes-operators|show these kinds alone
'
        case '87'
            printf '%s' '--where|* +|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
'
        case '88'
            printf '%s' '--columns|* ,|show these alone, separated by commas: id,principal.id
'
        case '89'
            printf '%s' '--sort-by|* , -|sort the whole list: url, or -created_at for the last first
'
        case '90'
            printf '%s' '--file|* F|write this file, or a file for each kind into this directory (one that is there, or with / at its end)
-f|* F|write this file, or a file for each kind into this directory (one that is there, or with / at its end)
--policies|* D|write traffic policies as files into this directory, to which the manifest refers
--include|* + ^event_subscriptions|also what belongs to this event subscription, edge, or edge and route
--owners||also say whose records are: ids of users and bots of this account
'
        case '91'
            printf '%s' '--file|* + F|a manifest, YAML or JSON; a directory of them; - for stdin; several are one
-f|* + F|a manifest, YAML or JSON; a directory of them; - for stdin; several are one
--set|* +|what ${var:name} stands for in the manifests
--rotate||send secrets and signing requests although nothing shows that they changed
--prune|* , =endpoints =ssh-credentials =api-keys =kubernetes-operators =edges.tcp.ip-restriction =edges.https.routes.user-agent-filter =event-sources =event-destinations|delete what no manifest has of these kinds: endpoints, ssh-credentials, api-keys, kubernetes-operators, edges.tcp.ip-restriction, edges.https.routes.user-agent-filter, event-sources, event-destinations
--prune-where|*|delete of these only records for which a JMESPath expression is true
--prune-limit|*|delete no more than this many
'
        case '92'
            printf '%s' '--out|* F|keep the plan in this file, for apply
'
        case '93'
            printf '%s' '--replace||delete and make anew what the API cannot change in place
--tokens-out|* F|append the tokens of new API keys to this file, for its owner only, a JSON object a line
--dry-run||show what would be done, and do nothing
'
        case '94'
            printf '%s' '--protocol|* =http =https =tcp =tls|protocol of the endpoint that it is for: https has phases that tcp has not
--columns|* , =file =line =column =problem|show these alone, separated by commas: id,principal.id
--sort-by|* , - =file =line =column =problem|sort the whole list: url, or -created_at for the last first
'
        case '95'
            printf '%s' '--columns|* , =name =base_url =key =api_key_id =used =settings|show these alone, separated by commas: id,principal.id
--sort-by|* , - =name =base_url =key =api_key_id =used =settings|sort the whole list: url, or -created_at for the last first
'
        case '96'
            printf '%s' '--columns|* , =name =base_url =key =api_key_id =used =credential-command =output =headers =page-size =pager =color =timeout =retries =ca-cert|show these alone, separated by commas: id,principal.id
'
        case '97'
            printf '%s' '--yes||delete without asking
-y||delete without asking
'
        case '98'
            printf '%s' '--origin||show where each value was found, as is always done
--sort-by|* , - =name =value =origin|sort the whole list: url, or -created_at for the last first
'
        case '99'
            printf '%s' '--columns|* , =name =value =origin|show these alone, separated by commas: id,principal.id
'
        case '100'
            printf '%s' '--columns|* , =path =keys =exists|show these alone, separated by commas: id,principal.id
'
        case '101'
            printf '%s' '--host|*|address to listen on
--port|*|port to listen on; 0 picks a free one
--seed|* =demo F|put the objects of a YAML or JSON file (- is stdin; as manifests have them), or the demo account, into it
--ephemeral||keep everything in a temporary directory that goes away at the end
--new-key||make another admin API key and show it
--print|* =text =json|how to say that it serves: text, or json on one line
--save-profile|*|store the address, and a new key where one is made, as a profile
--log-format|* =text =json|request log on stderr: text, or json on one line each
--log-level|* =error =warn =info =debug =off|least that is logged: error, warn (refused callers too), info (every request), debug, off; info on a terminal or with --log-format, else warn
--allow-remote||let --host be an address that other machines reach
--tls-cert|* F|speak HTTPS with this certificate (PEM, its chain after it)
--tls-key|* F|private key of --tls-cert (PEM, not encrypted)
--allowed-host|* +|answer requests for this host too, as NAME or NAME:PORT
--max-body|*|longest request body; the API\'s own limit can only be lowered
--max-header-size|*|longest request line and headers together
--max-header-count|*|most headers of a request
--header-timeout|*|time for the headers of a request to arrive
--request-timeout|*|time for a whole request to arrive, and for an answer to be read
--idle-timeout|*|time that a connection is kept for the next request
--max-connections|*|most connections; one more ends the one that is idle longest
--fault|* +|let requests meet a fault, such as operation=endpoints.create,status=503,rate=0.2 (sandbox faults add --help has all parts)
--fault-seed|*|let the same requests meet the same faults in every run
--rate-limit|*|answer 429 to what an API key sends above it, such as 120/60s
--clock|*|start the service\'s clock at a time, RFC 3339; best with --ephemeral: the times of a data file never go back
--time-scale|*|let its clock run so many times faster; 0 stops it
'
        case '102'
            printf '%s' '--known-hosts|*|print the line of known_hosts alone, for these names: \'*.example.com,10.0.0.*\'
--trusted-user-ca-keys||print the line of the file of TrustedUserCAKeys alone
'
        case '103'
            printf '%s' '--seed|* =demo F|start with the objects of a file (- is stdin), or the demo account
'
        case '104'
            printf '%s' '--type|* + , %event_types|only events of these types, separated by commas; endpoint_* for all of a kind
--columns|* , =event_id =event_type =event_timestamp =account_id =principal =principal.id =principal.subject =principal.source =principal.credential =principal.credential.id =principal.credential.uri =object =destinations =destinations.id =destinations.uri|show these alone, separated by commas: id,principal.id
--sort-by|* , - =event_id =event_type =event_timestamp =account_id =principal =principal.id =principal.subject =principal.source =principal.credential =principal.credential.id =principal.credential.uri =object =destinations =destinations.id =destinations.uri|sort the whole list: url, or -created_at for the last first
'
        case '105'
            printf '%s' '--follow||show what comes next, until Ctrl-C or the end of the service
-f||show what comes next, until Ctrl-C or the end of the service
--limit|*|show so many of the last ones
'
        case '106'
            printf '%s' '--columns|* , =position =time =operation_id =operation =method =path =status =error_code =duration_ms =disturbance =caller_id =api_key_id|show these alone, separated by commas: id,principal.id
--sort-by|* , - =position =time =operation_id =operation =method =path =status =error_code =duration_ms =disturbance =caller_id =api_key_id|sort the whole list: url, or -created_at for the last first
'
        case '107'
            printf '%s' '--where|* + =id= =os= =agent_version= =transport= =state= =offered_version= =refuses_updates=true =refuses_updates=false =tunnels=|show what is so: type=cloud, \'valid_until<7d\', \'url~app.*\' (all must hold; see help finding)
--columns|* , =id =os =agent_version =transport =state =offered_version =refuses_updates =tunnels|show these alone, separated by commas: id,principal.id
--sort-by|* , - =id =os =agent_version =transport =state =offered_version =refuses_updates =tunnels|sort the whole list: url, or -created_at for the last first
'
        case '108'
            printf '%s' '--os|* =linux =darwin =windows|operating system that it runs on
--agent-version|*|version of the agent
--transport|*|<vendor>/2, or ssh for a session through the SSH gateway
--url|* +|open a tunnel that serves this URL
--label|* +|open a tunnel with this label
--forwards-to|*|URL or network address that its tunnels forward to
--metadata|*|metadata of the session and of what it opens
--credential|* ^credentials|tunnel credential, or SSH credential; the newest one when not given, and a tunnel credential is made if there is none
--ip|*|address that it connects from
--region|*|region that it is connected to
--offers-update|*|newest version that it can get
--refuse-updates||its configuration forbids it to look for updates
'
        case '109'
            printf '%s' '--refuse-updates||its configuration forbids it to look; without this it allows it
'
        case '110'
            printf '%s' '--outcome|* =banned =unbanned =ignore|what becomes of the hostnames
--hostname|* +|decide on this hostname of the report, also anew
'
        case '111'
            printf '%s' '--columns|* , =id =fault =matched =disturbed|show these alone, separated by commas: id,principal.id
--sort-by|* , - =id =fault =matched =disturbed|sort the whole list: url, or -created_at for the last first
'
        case '112'
            printf '%s' '--columns|* , =data =base_url =account_id =admin =admin.id =admin.name =ssh_certificate_authorities =ssh_certificate_authorities.id =ssh_certificate_authorities.description =ssh_certificate_authorities.public_key =objects =bytes =schema_version|show these alone, separated by commas: id,principal.id
'
        case '113'
            printf '%s' '--columns|* , =data =key =exists|show these alone, separated by commas: id,principal.id
'
        case '114'
            printf '%s' '--force||replace an earlier backup of the same account
'
        case '115'
            printf '%s' '--columns|* , =data =is_sound =is_proven =account_id =schema_version =bytes =pages =objects =misplaced_objects =lost =is_log_damaged =may_be_outdated =problems =problem_count|show these alone, separated by commas: id,principal.id
'
        case '116'
            printf '%s' '--with-secrets||also write private keys, what API keys are known by, and secrets of event destinations
'
        case '117'
            printf '%s' '--field|* +|a text in the body; keys nest: target.kind=, target[kind]=, urls[]=
-f|* +|a text in the body; keys nest: target.kind=, target[kind]=, urls[]=
--typed-field|* +|the same for true, false, null, numbers and @FILE
-F|* +|the same for true, false, null, numbers and @FILE
--input|* F|take the body from a file as it is (- for stdin)
--header|* +|add a header
-H|* +|add a header
--include||print status and headers in front of the body
-i||print status and headers in front of the body
--paginate||follow next_page_uri, one document per page
--query|*|show what a JMESPath expression finds
'
        case '118'
            printf '%s' '--columns|* , =code =status =exit_code =meaning =remedy =retry =commands|show these alone, separated by commas: id,principal.id
--sort-by|* , - =code =status =exit_code =meaning =remedy =retry =commands|sort the whole list: url, or -created_at for the last first
'
        case '119'
            printf '%s' '--columns|* , =version =service_version =node =platform|show these alone, separated by commas: id,principal.id
'
        case '120'
            printf '%s' '--shell|* =bash =zsh =fish =powershell|whose script
'
        case '121'
            printf '%s' '--print-path||print where the script would go, and write nothing
'
        case '122'
            printf '%s' '--dry-run||print the request in place of sending it
'
    end
end

# The lines of the options of a command.
function __tunnelctl_options
    for block in (string split ' ' -- (__tunnelctl_table_blocks $argv[1]))
        __tunnelctl_table_options $block
    end
end

# The hint of an option; fails for what is no option.
function __tunnelctl_hint
    for line in $argv[2..]
        set -l parts (string split -m 2 '|' -- $line)
        if test "$parts[1]" = "$argv[1]"
            echo $parts[2]
            return 0
        end
    end
    return 1
end

# Prints lines of the form `word|description` as fish wants them, behind a prefix that belongs to the word.
function __tunnelctl_offer_lines
    for line in $argv[2..]
        set -l parts (string split -m 1 '|' -- $line)
        printf '%s%s\t%s\n' $argv[1] $parts[1] $parts[2]
    end
end

# Files whose names begin with a text, behind a prefix that belongs to the word.
function __tunnelctl_offer_files
    set -l begin (string replace -r '^~/' "$HOME/" -- $argv[2])
    for file in $begin*
        test -d $file; and set file $file/
        test "$argv[3]" = D; and not test -d $file; and continue
        string match -q -- '~/*' $argv[2]; and set file (string replace -- $HOME/ '~/' $file)
        printf '%s%s\n' $argv[1] $file
    end
end

function __tunnelctl_offer_hint --no-scope-shadowing
    set -l is_list 0
    for part in (string split ' ' -- $argv[1])
        switch $part
            case ,
                set is_list 1
                if string match -q -- '*,*' $value
                    set prefix $prefix(string match -r '^.*,' -- $value)
                    set value (string replace -r '^.*,' '' -- $value)
                end
            case -
                string match -q -- '-*' $value
                and set prefix $prefix-
                and set value (string sub -s 2 -- $value)
            case '=*'
                set -l word (string sub -s 2 -- $part)
                if test $is_list = 0; or not contains -- $word (string split , -- (string replace -r '^.*=' '' -- $prefix))
                    printf '%s%s\n' $prefix $word
                end
            case '%*'
                __tunnelctl_offer_lines "$prefix" (__tunnelctl_table_words $part)
            case '^*'
                set -l program (string replace -r '^~/' "$HOME/" -- $tokens[1])
                type -q $program; or set program tunnelctl
                for answer in ($program __complete (string sub -s 2 -- $part) "$value" $given -- $tokens[2..] 2>/dev/null </dev/null)
                    printf '%s%s\n' $prefix $answer
                end
            case F D
                __tunnelctl_offer_files "$prefix" "$value" $part
            case @
                string match -q -r '^@(?!@)' -- $value
                and __tunnelctl_offer_files "$prefix@" (string sub -s 2 -- $value) F
            case A
                string match -q -r '^(@(?!@)|$)' -- $value
                and __tunnelctl_offer_files "$prefix@" (string sub -s 2 -- $value) F
        end
    end
end

# Prints what can stand at the cursor: a word, a tab, a description.
function __tunnelctl_complete
    set -l tokens (commandline -opc)
    set -l value (commandline -ct)
    set -l prefix ''
    set -l command ''
    set -l given
    set -l used
    set -l wanted ''
    set -l is_help 0
    set -l is_rest 0
    set -l options (__tunnelctl_options '')
    # The token at the cursor comes as it is typed.
    set value (string replace -r '^[\'"]' '' -- $value)
    for token in $tokens[2..]
        if test -n "$wanted"
            set wanted ''
        else if test $is_rest = 1
            set -a given $token
        else if test "$token" = --
            set is_rest 1
        else if string match -q -- '-?*' $token
            set -a used (string replace -r '=.*' '' -- $token)
            string match -q -- '--*=*' $token; and continue
            set wanted (__tunnelctl_hint $token $options)
        else if test -z "$command" -a $is_help = 0 -a "$token" = help
            set is_help 1
        else if contains -- $token (__tunnelctl_table_words $command | string replace -r '\|.*' '')
            set command (string trim -- "$command $token")
            set options (__tunnelctl_options $command)
        else if set -l meant (__tunnelctl_table_synonyms (string trim -- "$command $token")); and test -n "$meant"
            set command (string trim -- "$command $meant")
            set options (__tunnelctl_options $command)
        else
            set -a given $token
        end
    end
    if test -n "$wanted"
        __tunnelctl_offer_hint $wanted
        return
    end
    if test $is_rest = 0; and string match -q -- '-*' $value
        set -l name (string match -r '^--[^=]+(?==)' -- $value)
        if test -n "$name"; and set -l hint (__tunnelctl_hint $name $options)
            set prefix $name=
            set value (string replace -r '^[^=]*=' '' -- $value)
            __tunnelctl_offer_hint $hint
            return
        end
        set name (string match -r '^-[^-](?=.)' -- $value)
        if test -n "$name"; and set -l hint (__tunnelctl_hint $name $options); and test -n "$hint"
            set prefix $name
            set value (string sub -s 3 -- $value)
            __tunnelctl_offer_hint $hint
            return
        end
        for line in $options
            set -l parts (string split -m 2 '|' -- $line)
            contains -- $parts[1] $used; and not string match -q -- '\* +*' $parts[2]; and continue
            printf '%s\t%s\n' $parts[1] $parts[3]
        end
        return
    end
    set -l words (__tunnelctl_table_words $command)
    if test (count $words) -gt 0; and test (count $given) = 0
        __tunnelctl_offer_lines '' $words
        if test -z "$command" -a $is_help = 0
            printf '%s\t%s\n' help 'Show what a command takes, with examples'
        else if test -z "$command"
            __tunnelctl_offer_lines '' (__tunnelctl_table_words %topics)
        end
        return
    end
    test $is_help = 1; and return
    set -l hints (__tunnelctl_table_arguments $command)
    set -l place (math (count $given) + 1)
    if test $place -le (count $hints)
        __tunnelctl_offer_hint $hints[$place]
    else if set -q hints[-1]; and string match -q -- '\* +*' $hints[-1]
        __tunnelctl_offer_hint $hints[-1]
    end
end

complete -c tunnelctl -e
complete -c tunnelctl -f -k -a '(__tunnelctl_complete)'
