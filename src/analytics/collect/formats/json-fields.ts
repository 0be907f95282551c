/**
 * The fields of one JSON object per line. First the names of nginx's own variables (nginx.org/en/docs/varindex.html),
 * which is what people and docs/log-formats.md use; then the names that they, and other servers, like to give; then those of vendors: Envoy,
 * Google Cloud, Azure, Elastic, Cloudflare, Akamai, CloudFront. A name with a dot is one of an object in an object.
 */
export const FIELDS = {
  time: names(`time_iso8601 time timestamp @timestamp msec time_local ts datetime date event_datetime time_unix
    start_time EdgeStartTimestamp reqTimeSec timestamp(ms)`),
  request: names(`request request_line`),
  method: names(`request_method method http_method requestMethod verb request_type
    :method httpRequest.requestMethod properties.httpMethod http.request.method ClientRequestMethod reqMethod cs-method`),
  target: names(`request_uri uri url request_url requestUri requestUrl path request_path document_uri
    :path httpRequest.requestUrl properties.requestUri url.original url.path ClientRequestURI reqPath cs-uri-stem`),
  query: names(`args query_string query url.query queryStr cs-uri-query`),
  status: names(`status status_code statusCode response_status response_code http_status resp_status response code
    httpRequest.status properties.httpStatusCode http.response.status_code EdgeResponseStatus sc-status`),
  referrer: names(`http_referer http_referrer request_referer request_referrer referer referrer
    httpRequest.referer properties.referer http.request.referrer ClientRequestReferer cs(Referer)`),
  userAgent: names(`http_user_agent request_user_agent user_agent userAgent useragent agent ua
    httpRequest.userAgent properties.userAgent user_agent.original ClientRequestUserAgent UA cs(User-Agent)`),
  ip: names(`remote_addr remote_address client_ip clientip clientIp remote_ip remoteIp client ip http_x_real_ip
    downstream_remote_address httpRequest.remoteIp properties.clientIp client.ip source.ip ClientIP cliIP c-ip`),
  contentType: names(`sent_http_content_type response_content_type resp_content_type content_type
    EdgeResponseContentType rspContentType sc-content-type`),
  host: names(`host http_host server_name vhost domain
    authority :authority properties.hostName url.domain ClientRequestHost reqHost x-host-header cs(Host)`),
  scheme: names(`scheme url.scheme ClientRequestScheme cs-protocol`),
}

function names(text: string): readonly string[] {
  return text.split(/\s+/)
}
